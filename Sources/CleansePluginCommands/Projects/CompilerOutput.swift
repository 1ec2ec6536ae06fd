/// The output of a compiler while it runs: all of it is kept, and all of it is shown, except what it prints when it crashes.
struct CompilerOutput {
  /// All bytes so far.
  private(set) var bytes: [UInt8] = []
  /// The number of bytes that have been shown or hidden, always whole lines.
  private var seen = 0
  private var isHidden = false

  /// Adds output.
  ///
  /// - Returns: The lines to show.
  mutating func add(_ more: [UInt8]) -> String {
    bytes += more
    var shown: [UInt8] = []
    while let end = bytes[seen...].firstIndex(of: UInt8(ascii: "\n")) {
      shown += shownLine(bytes[seen...end])
      seen = end + 1
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// Ends the output.
  ///
  /// - Returns: The last line to show, if it has no newline.
  mutating func end() -> String {
    defer { seen = bytes.count }
    return String(decoding: shownLine(bytes[seen...]), as: UTF8.self)
  }

  private mutating func shownLine(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    isHidden = isHidden || CompilerCrash.begins(String(decoding: line, as: UTF8.self))
    return isHidden ? [] : line
  }

  /// The first module that the Swift compiler did not find, other than those of the framework; nil if it found all.
  var missingModule: String? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let error = text.firstRange(of: "error: no such module '") else { return nil }
    let name = text[error.upperBound...].prefix { $0 != "'" && !$0.isNewline }
    return name.isEmpty || name.hasPrefix("Cleanse") ? nil : String(name)
  }

  /// The crash that the output describes, if there is one.
  var crash: CompilerCrash? {
    isHidden ? CompilerCrash(String(decoding: bytes, as: UTF8.self)) : nil
  }
}
