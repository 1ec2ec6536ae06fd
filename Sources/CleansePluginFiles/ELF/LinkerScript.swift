/// Recognizes linker scripts: text files with the name of a shared library, for the linker.
///
/// Distributions ship several, `libc.so` among them. They are not libraries, but are valid files.
enum LinkerScript {
  /// The number of bytes at the beginning of a file that are needed for ``matches(_:)``.
  static let sampleSize: UInt64 = 64 << 10

  /// Whether a text begins, after any comments, with a GNU ld command that such scripts use. (The GNU
  /// linker, "Commands Dealing with Files".)
  static func matches(_ text: some Sequence<UInt8>) -> Bool {
    var rest = Array(text)[...]
    while true {
      rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
      guard rest.starts(with: "/*".utf8) else { break }
      rest = rest.dropFirst(2)
      while !rest.isEmpty, !rest.starts(with: "*/".utf8) {
        rest = rest.dropFirst()
      }
      rest = rest.dropFirst(2)
    }
    return commands.contains { command in
      rest.starts(with: command.utf8)
        && rest.dropFirst(command.utf8.count).first { $0 != 0x20 } == UInt8(ascii: "(")
    }
  }

  private static let commands = ["GROUP", "INPUT", "OUTPUT_FORMAT", "SEARCH_DIR", "TARGET"]
}
