import TextFilterAPI

/// The search for matches in one line.
///
/// Only few bytes can indicate a candidate: a digit that begins a word, `@` and `:`. All others are
/// skipped, so text without candidates costs little more than a copy.
struct RedactionSearch {
  /// The end of the text that has been searched.
  private(set) var position = 0
  /// The end of the text that has been written, replaced or not.
  private var written = 0
  /// The end of the last match. For the rules the text begins here, as if they read the output, where
  /// a bracket precedes it: so a second pass finds no more matches.
  private var replaced = 0

  /// Checks the candidates that begin before a position, and writes the text up to the last match.
  mutating func run(_ text: Span<UInt8>, until end: Int, into output: inout TextOutput) {
    while position < end {
      // `0` to `9`, `:` and `@` are in 0x30...0x40, with few other characters.
      guard text[position] &- 0x30 <= 0x10, let match = match(in: text) else {
        position += 1
        continue
      }
      write(text, upTo: match.range.lowerBound, into: &output)
      output.append(match.kind.replacement)
      written = match.range.upperBound
      position = written
      replaced = written
    }
  }

  /// Writes the unwritten text up to an index.
  mutating func write(_ text: Span<UInt8>, upTo end: Int, into output: inout TextOutput) {
    guard written < end else { return }
    output.append(text.extracting(written..<end))
    written = end
  }

  /// Writes the unwritten rest of the line.
  mutating func writeRest(_ text: Span<UInt8>, into output: inout TextOutput) {
    write(text, upTo: text.count, into: &output)
  }

  /// Adjusts the positions after the given number of bytes was removed from the start of the text.
  mutating func move(by count: Int) {
    position -= count
    written -= count
    replaced = max(0, replaced - count)
  }

  private func match(in text: Span<UInt8>) -> Redaction? {
    let rest = text.extracting(replaced...)
    return Self.match(at: position - replaced, in: rest).map { match in
      let range = match.range
      return Redaction(
        kind: match.kind, range: range.lowerBound + replaced..<range.upperBound + replaced)
    }
  }

  private static func match(at index: Int, in text: Span<UInt8>) -> Redaction? {
    let byte = text[index]
    if byte == .at {
      return MailAddress.match(around: index, in: text).map { Redaction(kind: .mail, range: $0) }
    }
    if byte == .colon {
      return IPv6Address.match(around: index, in: text).map { Redaction(kind: .ipv6, range: $0) }
    }
    guard byte.isDigit, !text.isWord(at: index - 1) else { return nil }
    if let end = IPv4Address.match(at: index, in: text) {
      return beforeMail(.ipv4, index..<end, in: text)
    }
    return CardNumber.match(at: index, in: text)
      .map { beforeMail(.card, index..<$0, in: text) }
  }

  /// Returns the match without the digits that belong to a mail address, or the address if all of them do.
  private static func beforeMail(
    _ kind: Redaction.Kind, _ range: Range<Int>, in text: Span<UInt8>
  ) -> Redaction {
    guard let mail = MailAddress.match(ahead: range.upperBound, in: text) else {
      return Redaction(kind: kind, range: range)
    }
    guard mail.lowerBound > range.lowerBound else { return Redaction(kind: .mail, range: mail) }
    let end = min(mail.lowerBound, range.upperBound)
    return Redaction(kind: kind, range: range.lowerBound..<end)
  }
}
