/// Reading a large text member by member, without a value in memory for all of it.
extension JSONReader {
  /// A reader that stands at the one value of a text.
  ///
  /// - Throws: A ``FieldError`` with the line where the text is not UTF-8, or empty.
  package init(pulling bytes: [UInt8]) throws(FieldError) {
    self.init(bytes)
    try begin()
  }

  /// The bytes between two positions.
  package func text(in range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }

  /// Reads an object.
  ///
  /// - Parameter member: Reads the value of the key, all of it.
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
      guard take(":") else { throw unexpected(instead: "`:` behind the key `\(key.printable)`") }
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
  /// - Parameter element: Reads an element, all of it.
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

  /// Reads a whole number.
  package mutating func pullInteger() throws(FieldError) -> Int {
    if let byte = current, byte.isASCIIDigit || byte == UInt8(ascii: "-"),
      case .integer(let number) = try readNumber()
    {
      return number
    }
    throw unexpected(instead: "a whole number")
  }

  /// Reads a truth value.
  package mutating func pullBoolean() throws(FieldError) -> Bool {
    if takeWord("true") { return true }
    if takeWord("false") { return false }
    throw unexpected(instead: "`true` or `false`")
  }

  /// Steps over `null` if that is what there is.
  package mutating func pullNull() -> Bool { takeWord("null") }

  /// Steps over a value of any kind.
  ///
  /// - Returns: Where its text lies.
  package mutating func skipValue() throws(FieldError) -> Range<Int> {
    let start = position
    _ = try readValue(depth: 0)
    return start..<position
  }

  /// Steps over what stands behind the value of the text, where there may only be space.
  package mutating func finish() throws(FieldError) {
    skipSpace()
    guard current == nil else { throw unexpected(instead: "the end of the text") }
  }
}
