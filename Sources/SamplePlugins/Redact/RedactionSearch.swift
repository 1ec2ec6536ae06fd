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
  /// Where the last replacement ends. To the rules the text begins here, so that they answer as if
  /// they read what is written, where a bracket stands before: a second pass finds nothing new.
  private var replaced = 0

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
      replaced = written
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

  /// The digits without those that begin a mail address; that address when all of them do.
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
