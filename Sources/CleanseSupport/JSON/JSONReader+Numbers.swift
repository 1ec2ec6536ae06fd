extension JSONReader {
  /// Reads a number. (RFC 8259 §6.)
  mutating func readNumber() throws(FieldError) -> JSONValue.Content {
    let start = position
    _ = take("-")
    if !take("0") { try readDigits() }
    let whole = position
    if take(".") { try readDigits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try readDigits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if position == whole, let number = Int(text) { return .integer(number) }
    // Every number that matches JSON's grammar is one that `Double` parses.
    return .number(Double(text) ?? .infinity)
  }

  private mutating func readDigits() throws(FieldError) {
    guard let first = current, first.isASCIIDigit else { throw unexpected(instead: "a digit") }
    while let byte = current, byte.isASCIIDigit { position += 1 }
  }
}
