import CProbe
import Glibc

/// What a process told of its own crash from within the signal handler.
struct CrashReport: Hashable, Codable, Sendable {
  /// One call among those that were going on.
  struct Frame: Hashable, Codable, Sendable {
    /// The path of the library or program; empty where the address lies in none.
    let library: String
    /// The function as a linker knows it; empty where it has no name.
    let symbol: String
    /// The offset in the function, or in the library.
    let offset: UInt64
    /// The address in the library's file of what was executed; nil where the report does not have it.
    var address: UInt64?
  }

  let signal: Int32
  /// Tells a fault from a signal that somebody sent.
  let code: Int32
  /// What could not be reached, for a fault of memory; who sent the signal, where somebody did.
  let address: UInt64
  /// The innermost first.
  let frames: [Frame]

  /// Reads what stands behind the magic and the nonce; nothing where that is no report. A report
  /// that breaks off is one of the frames that it has.
  init?(_ bytes: some Sequence<UInt8>) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
      .map { String(decoding: $0, as: UTF8.self) }
    let numbers = (lines.first ?? "").split(separator: " ")
    guard numbers.count == 3, let signal = Int32(numbers[0]), let code = UInt32(numbers[1]),
      let address = UInt64(numbers[2])
    else { return nil }
    self.signal = signal
    self.code = Int32(bitPattern: code)
    self.address = address
    let parts = lines.dropFirst().split(separator: "names", maxSplits: 1)
      .map { $0.compactMap(Self.frame) }
    let (plain, named) = (parts.first ?? [], parts.dropFirst().first ?? [])
    // Looking for the names may have been a crash in turn.
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

  /// The process that sent the signal, where that was another one.
  var sender: pid_t? {
    code <= 0 && address != 0 ? pid_t(truncatingIfNeeded: address) : nil
  }

  /// The innermost call of a library among these; else the innermost call at all.
  func frame(in files: [String]) -> Frame? {
    frames.first { files.contains($0.library) } ?? frames.first
  }
}
