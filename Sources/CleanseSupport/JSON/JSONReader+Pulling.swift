/// Pull parsing: reads a large text member by member, without a ``JSONValue`` for all of it.
extension JSONReader {
  /// Creates a reader that is positioned at the top-level value of a text.
  ///
  /// - Throws: A ``FieldError`` with a line if the text is not UTF-8 or is empty.
  package init(pulling bytes: [UInt8]) throws(FieldError) {
    self.init(bytes)
    try begin()
  }

  /// The bytes in a range of positions.
  package func text(in range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }

  /// Reads an object.
  ///
  /// - Parameter member: Reads the whole value of the key.
  package mutating func pullObject(
    _ member: (_ reader: inout JSONReader, _ key: String) throws(FieldError) -> Void
  ) throws(FieldError) {
    guard take("{") else { throw unexpected(instead: "an object") }
    skipSpace()
    if take("}") { return }
    while true {
      guard current == UInt8(ascii: "\"") else { throw unexpected(instead: "a key in quotes") }
      let key = try readString()
      skipSpace()
      guard take(":") else { throw unexpected(instead: "`:` after the key `\(key.printable)`") }
      skipSpace()
      do throws(FieldError) {
        try member(&self, key)
      } catch {
        throw error.inside(key.printable)
      }
      skipSpace()
      if take("}") { return }
      guard take(",") else { throw unexpected(instead: "`,` or `}`") }
      skipSpace()
    }
  }

  /// Reads an array.
  ///
  /// - Parameter element: Reads one whole element.
  package mutating func pullArray(
    _ element: (_ reader: inout JSONReader) throws(FieldError) -> Void
  ) throws(FieldError) {
    guard take("[") else { throw unexpected(instead: "an array") }
    skipSpace()
    if take("]") { return }
    var count = 0
    while true {
      do throws(FieldError) {
        try element(&self)
      } catch {
        throw error.inside("[\(count)]")
      }
      count += 1
      skipSpace()
      if take("]") { return }
      guard take(",") else { throw unexpected(instead: "`,` or `]`") }
      skipSpace()
    }
  }

  /// Reads a string.
  package mutating func pullString() throws(FieldError) -> String {
    guard current == UInt8(ascii: "\"") else { throw unexpected(instead: "a string") }
    return try readString()
  }

  /// Reads an integer.
  package mutating func pullInteger() throws(FieldError) -> Int {
    if let byte = current, byte.isASCIIDigit || byte == UInt8(ascii: "-"),
      case .integer(let number) = try readNumber()
    {
      return number
    }
    throw unexpected(instead: "a whole number")
  }

  /// Reads a number, with or without a fraction; skips another value, and returns nil.
  package mutating func pullNumberIfPresent() throws(FieldError) -> Double? {
    switch try readValue(depth: 0).content {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// Reads a string; skips another value, and returns nil.
  package mutating func pullStringIfPresent() throws(FieldError) -> String? {
    if case .string(let text) = try readValue(depth: 0).content { text } else { nil }
  }

  /// Reads a Boolean.
  package mutating func pullBoolean() throws(FieldError) -> Bool {
    if takeWord("true") { return true }
    if takeWord("false") { return false }
    throw unexpected(instead: "`true` or `false`")
  }

  /// Skips `null`, and returns whether it was present.
  package mutating func pullNull() -> Bool { takeWord("null") }

  /// Skips a value of any kind.
  ///
  /// - Returns: The range of its text.
  package mutating func skipValue() throws(FieldError) -> Range<Int> {
    let start = position
    _ = try readValue(depth: 0)
    return start..<position
  }

  /// Checks that only white space follows the top-level value.
  package mutating func finish() throws(FieldError) {
    skipSpace()
    guard current == nil else { throw unexpected(instead: "the end of the text") }
  }
}
