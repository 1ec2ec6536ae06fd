/// What the reader of a log has had no room for yet. It is bounded: further lines are lost, and their number is written.
struct LogQueue {
  /// Who has written a line.
  enum Source {
    /// The program itself.
    case program
    /// Plugins, which must not take the room of the program.
    case plugins

    /// The number of pieces after which lines of this source are lost.
    fileprivate var most: Int {
      switch self {
      case .program: 512
      case .plugins: 256
      }
    }
  }

  /// What has become of a piece.
  enum Written: Equatable {
    /// This many of its bytes were written.
    case bytes(Int)
    /// The reader has no room for it now.
    case noRoom
    /// It can't be written, as if a disk is full. Waiting would not help, and services would wait, too.
    case failure
  }

  /// Whole lines, but for the first piece, of which a part may be written.
  private struct Piece {
    /// What is not written.
    var bytes: [UInt8]
    /// The number of lines of which the end is not written.
    var lines: Int
    /// Whether it says how many lines are missing, which are counted already.
    var isNotice = false
    /// How many bytes of the first of these are written.
    var begun = 0

    /// Removes what was written.
    mutating func take(_ count: Int) {
      let written = bytes.prefix(count)
      bytes.removeFirst(count)
      guard let end = written.lastIndex(of: LogQueue.newline) else { return begun += count }
      lines -= written.count { $0 == LogQueue.newline }
      begun = written.endIndex - end - 1
    }
  }

  private static let newline = UInt8(ascii: "\n")

  /// Returns the line that says how many lines are missing.
  typealias Notice = (_ lost: Int) -> [UInt8]

  private var pieces: [Piece] = []
  /// The number of lines that were lost after these pieces.
  private var lost = 0
  /// The number of lines that could not be written before these pieces, which the next line says.
  private var unwritten = 0
  /// The number of all lines that were lost.
  private(set) var lostInAll = 0
  /// Whether a part of a line was written whose rest could not be, and that could not be cut off.
  private var isTorn = false

  var isEmpty: Bool { pieces.isEmpty && lost == 0 }

  /// The number of lines that are lost, and of which no line says that yet.
  var missing: Int { lost + unwritten }

  /// Adds a piece with a number of lines, if there is room.
  mutating func add(_ piece: [UInt8], lines: Int = 1, from source: Source, noticing notice: Notice)
  {
    guard pieces.count < source.most else {
      lost += lines
      lostInAll += lines
      return
    }
    addNotice(notice)
    pieces.append(Piece(bytes: piece, lines: lines))
  }

  private mutating func addNotice(_ notice: Notice) {
    let count = lost + unwritten
    guard count > 0 else { return }
    pieces.append(Piece(bytes: notice(count), lines: count, isNotice: true))
    (lost, unwritten) = (0, 0)
  }

  /// Adds the line that says how many are missing, unless others are before it.
  mutating func announceLoss(noticing notice: Notice) {
    if pieces.isEmpty { addNotice(notice) }
  }

  /// Writes what there is room for.
  ///
  /// - Parameters:
  ///   - notice: Returns the line that says how many lines are missing.
  ///   - cut: Removes so many bytes that were written last, and returns whether that was possible.
  ///   - write: Writes bytes.
  mutating func flush(
    noticing notice: Notice, cutting cut: (Int) -> Bool, _ write: ([UInt8]) -> Written
  ) {
    while !isEmpty {
      if pieces.isEmpty { addNotice(notice) }
      // After a part of a line that is still there, the next one begins on a line of its own.
      switch write(isTorn ? [Self.newline] + pieces[0].bytes : pieces[0].bytes) {
      case .bytes(let count): take(count)
      case .noRoom: return
      case .failure:
        let piece = pieces.removeFirst()
        unwritten += piece.lines
        if !piece.isNotice { lostInAll += piece.lines }
        if piece.begun > 0 { isTorn = !cut(piece.begun) }
      }
    }
  }

  private mutating func take(_ count: Int) {
    guard count > 0 else { return }
    let taken = isTorn ? count - 1 : count
    isTorn = false
    pieces[0].take(min(taken, pieces[0].bytes.count))
    if pieces[0].bytes.isEmpty { pieces.removeFirst() }
  }

  // MARK: - Other files and processes

  /// Counts lines that another process could not write.
  mutating func add(missing count: Int) {
    unwritten += count
    lostInAll += count
  }

  /// Goes on in another file, which has no part of a line.
  mutating func beginFile() { isTorn = false }
}
