extension JSONReader {
  /// Reads a number. (RFC 8259 §6.)
  mutating func readNumber() throws(FieldError) -> JSONValue.Content {
    let (range, isWhole) = try scanNumber()
    let text = String(decoding: bytes[range], as: UTF8.self)
    if isWhole, let number = Int(text) { return .integer(number) }
    // Every number that matches JSON's grammar is one that `Double` parses.
    return .number(Double(text) ?? .infinity)
  }

  /// Skips a number.
  ///
  /// - Returns: Its text, and whether it has neither a fraction nor an exponent.
  mutating func scanNumber() throws(FieldError) -> (text: Range<Int>, isWhole: Bool) {
    let start = position
    _ = take("-")
    if !take("0") { try readDigits() }
    let whole = position
    if take(".") { try readDigits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try readDigits()
    }
    return (start..<position, position == whole)
  }

  private mutating func readDigits() throws(FieldError) {
    guard let first = current, first.isASCIIDigit else { throw unexpected(instead: "a digit") }
    while let byte = current, byte.isASCIIDigit { position += 1 }
  }
}
