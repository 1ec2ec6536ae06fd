import CCleanseProbe
import CleanseSupport
import Glibc

/// The report that a process wrote about its own crash from its signal handler.
struct CrashReport: Hashable, Codable, Sendable {
  /// One call of the stack.
  struct Frame: Hashable, Codable, Sendable {
    /// The path of the library or program; empty if the address is in neither.
    let library: String
    /// The linker's name of the function; empty if it has none.
    let symbol: String
    /// The offset in the function, or in the library if the function has no name.
    let offset: UInt64
    /// The address of the executed instruction in the library's file; nil if the report does not contain it.
    var address: UInt64?
    /// What the file's symbol table and debug information say of the address; nil before ``symbolized(in:)``.
    var entry: Symbolizer.Entry?

    /// Whether the call is one of a function in these libraries.
    func isIn(_ files: Set<FilePath>) -> Bool { files.contains(FilePath(library)) }
  }

  /// The signal; 0 if a plugin has called `exit` instead of crashing.
  let signal: Int32
  /// The signal's `si_code`, which distinguishes a fault from a signal that a process sent.
  let code: Int32
  /// For a memory fault, the address that could not be accessed; for a signal that was sent, the sender.
  let address: UInt64
  /// The calls, innermost first.
  var frames: [Frame]

  /// The sizes of what the handler writes. Plugins can write anything in its place.
  private static let mostFrames = Int(CPROBE_CRASH_FRAMES)
  private static let mostLines = 2 * mostFrames + 3

  /// Reads the text after the magic and the nonce; nil if it is not a report. A truncated report has
  /// the frames up to the truncation, and of a longer one than the handler writes, only the beginning counts.
  init?(_ bytes: some Sequence<UInt8>) {
    let lines = bytes.prefix(Self.mostLines * Int(CPROBE_CRASH_LINE))
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
      .prefix(Self.mostLines).map { String(decoding: $0, as: UTF8.self) }
    let numbers = (lines.first ?? "").split(separator: " ")
    guard numbers.count == 3, let signal = Int32(numbers[0]), let code = UInt32(numbers[1]),
      let address = UInt64(numbers[2])
    else { return nil }
    self.signal = signal
    self.code = Int32(bitPattern: code)
    self.address = address
    let parts = lines.dropFirst().split(separator: "names", maxSplits: 1)
      .map { $0.prefix(Self.mostFrames).compactMap(Self.frame) }
    let (plain, named) = (parts.first ?? [], parts.dropFirst().first ?? [])
    // The lookup of the names may have crashed in turn.
    frames = named + plain.dropFirst(named.count)
  }

  private static func frame(_ line: String) -> Frame? {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 3 || fields.count == 4, let offset = UInt64(fields[2]) else { return nil }
    let address = fields.count == 4 ? UInt64(fields[3]) : nil
    guard fields.count == 3 || address != nil else { return nil }
    return Frame(
      library: String(fields[0]), symbol: String(fields[1]), offset: offset, address: address)
  }

  /// The process that sent the signal; nil if it was this one or a fault.
  var sender: pid_t? {
    code <= 0 && address != 0 ? pid_t(truncatingIfNeeded: address) : nil
  }

  /// The innermost call in one of these libraries; otherwise the innermost call of all.
  func frame(in files: [String]) -> Frame? {
    let files = Set(files.map { FilePath($0) })
    return frames.first { $0.isIn(files) } ?? frames.first
  }
}
