import CleanseSupport

/// Splits what a process prints into the lines of a log.
struct PrintedLines {
  /// The longest line in bytes; a longer one is split, so that a process that prints no newline takes no memory.
  static let longest = 4000

  private static let newline = UInt8(ascii: "\n")
  private static let tab = UInt8(ascii: "\t")

  /// The beginning of a line whose end has not been printed yet.
  private var rest: [UInt8] = []

  /// Adds bytes.
  ///
  /// - Returns: The lines that are complete, without their newlines.
  mutating func take(_ bytes: [UInt8]) -> [[UInt8]] {
    rest += bytes
    var lines: [[UInt8]] = []
    var start = 0
    while let end = rest[start...].firstIndex(of: Self.newline) {
      lines += Self.parts(of: rest[start..<end])
      start = end + 1
    }
    var parts = Self.parts(of: rest[start...])
    rest = parts.removeLast()
    return lines + parts
  }

  /// The last line, if it has no newline.
  mutating func end() -> [[UInt8]] {
    defer { rest = [] }
    return rest.isEmpty ? [] : [rest]
  }

  /// The bytes in parts that are not too long, at least one.
  private static func parts(of bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    var (parts, bytes) = ([[UInt8]](), bytes)
    while bytes.count > longest {
      var end = bytes.startIndex + longest
      // Not within a character, whose bytes after the first one begin with these bits.
      for _ in 0..<3 where bytes[end] & 0xC0 == 0x80 { end -= 1 }
      parts.append(Array(bytes[..<end]))
      bytes = bytes[end...]
    }
    return parts + [Array(bytes)]
  }

  /// A line as text, in parts that are not too long: what a terminal interprets is written as `\u{…}`, except for tabs, and
  /// what is not UTF-8 as U+FFFD.
  static func text(of line: [UInt8]) -> [[UInt8]] {
    // Most lines are, and a plugin can print more of them than can be decoded.
    let isPlain = line.allSatisfy { (0x20...0x7E).contains($0) || $0 == tab }
    guard !isPlain else { return [line] }
    let fields = String(decoding: line, as: UTF8.self).unicodeScalars
      .split(separator: "\t", omittingEmptySubsequences: false)
    let text = fields.map { PlainText.escaped(String($0)) }.joined(separator: "\t")
    return parts(of: Array(text.utf8)[...])
  }
}
