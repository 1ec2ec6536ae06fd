import TextFilterAPI

/// The search of one line for what is to be replaced.
///
/// Few bytes can give a candidate away: a digit that begins a word, `@` and `:`. Everything else
/// is passed over, so text without candidates costs little more than a copy.
struct RedactionSearch {
  /// Everything before it has been looked at.
  private(set) var position = 0
  /// Everything before it has been written, replaced or not.
  private var written = 0

  /// Looks at the candidates that begin before a position, and writes up to the last match.
  mutating func run(_ text: Span<UInt8>, until end: Int, into output: inout TextOutput) {
    while position < end {
      // `0` to `9`, `:` and `@` lie in 0x30...0x40, where little else does.
      guard text[position] &- 0x30 <= 0x10, let match = match(in: text) else {
        position += 1
        continue
      }
      write(text, upTo: match.range.lowerBound, into: &output)
      output.append(match.kind.replacement)
      written = match.range.upperBound
      position = written
    }
  }

  /// Writes everything up to an index that has not been written.
  mutating func write(_ text: Span<UInt8>, upTo end: Int, into output: inout TextOutput) {
    guard written < end else { return }
    output.append(text.extracting(written..<end))
    written = end
  }

  /// Writes the end of the line.
  mutating func writeRest(_ text: Span<UInt8>, into output: inout TextOutput) {
    write(text, upTo: text.count, into: &output)
  }

  /// Follows the text, of which that many bytes were dropped at its front.
  mutating func move(by count: Int) {
    position -= count
    written -= count
  }

  private func match(in text: Span<UInt8>) -> Redaction? {
    let byte = text[position]
    if byte == .at {
      return MailAddress.match(around: position, in: text, from: written)
        .map { Redaction(kind: .mail, range: $0) }
    }
    if byte == .colon {
      return IPv6Address.match(around: position, in: text, from: written)
        .map { Redaction(kind: .ipv6, range: $0) }
    }
    guard byte.isDigit, !text.isWord(at: position - 1) else { return nil }
    if let end = IPv4Address.match(at: position, in: text), !beginsMail(at: end, in: text) {
      return Redaction(kind: .ipv4, range: position..<end)
    }
    if let end = CardNumber.match(at: position, in: text), !beginsMail(at: end, in: text) {
      return Redaction(kind: .card, range: position..<end)
    }
    return nil
  }

  /// Whether digits that end at an index are the local part of a mail address.
  private func beginsMail(at end: Int, in text: Span<UInt8>) -> Bool {
    end < text.count && text[end] == .at
      && MailAddress.match(around: end, in: text, from: written) != nil
  }
}
