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

  /// Whole lines, but for the first piece, of which a part may be written.
  private var pieces: [[UInt8]] = []
  /// The number of lines that were lost after these pieces.
  private var lost = 0
  /// The line that says how many lines are missing.
  private let notice: @Sendable (_ lost: Int) -> [UInt8]

  init(notice: @escaping @Sendable (_ lost: Int) -> [UInt8]) {
    self.notice = notice
  }

  var isEmpty: Bool { pieces.isEmpty && lost == 0 }

  /// Adds a piece with a number of lines, if there is room.
  mutating func add(_ piece: [UInt8], lines: Int = 1, from source: Source) {
    guard pieces.count < source.most else { return lost += lines }
    addNotice()
    pieces.append(piece)
  }

  private mutating func addNotice() {
    guard lost > 0 else { return }
    pieces.append(notice(lost))
    lost = 0
  }

  /// Writes what there is room for.
  ///
  /// - Parameter write: Returns the number of the bytes that were written; nil if there is no room.
  mutating func flush(_ write: ([UInt8]) -> Int?) {
    while !isEmpty {
      if pieces.isEmpty { addNotice() }
      guard let count = write(pieces[0]) else { return }
      pieces[0].removeFirst(min(count, pieces[0].count))
      if pieces[0].isEmpty { pieces.removeFirst() }
    }
  }
}
