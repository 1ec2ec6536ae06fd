/// A strict JSON parser (RFC 8259) that records the line of every value.
///
/// The decoder of FoundationEssentials reports neither the line nor the cause of an error, accepts a
/// trailing comma, and silently drops one of two duplicate keys. The author of a document has to learn
/// of these mistakes.
///
/// No input makes it trap: every access is bounds-checked, and the nesting depth is limited.
package struct JSONReader {
  /// The maximum nesting depth of arrays and objects.
  static let depthLimit = 16
  /// The maximum length of a key, in bytes. No known key and no identifier is longer.
  static let keyLimit = LineRules.longest

  let bytes: [UInt8]
  var position = 0
  private var line = 1

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads the whole text, which is a single value.
  ///
  /// - Throws: A ``FieldError`` with a line.
  package mutating func readDocument() throws(FieldError) -> JSONValue {
    try begin()
    let value = try readValue(depth: 0)
    try finish()
    return value
  }

  /// Checks the encoding of the text, and skips to its value.
  mutating func begin() throws(FieldError) {
    if let fault = UTF8Check.firstFault(in: bytes) {
      line += bytes[..<fault].count { $0 == UInt8(ascii: "\n") }
      throw failure("is not UTF-8")
    }
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw failure("begins with a byte order mark, which JSON doesn't allow")
    }
    skipSpace()
    guard current != nil else { throw failure("is empty") }
  }

  // MARK: Values

  mutating func readValue(depth: Int) throws(FieldError) -> JSONValue {
    guard depth < Self.depthLimit else {
      throw failure("is nested deeper than \(Self.depthLimit) levels")
    }
    let start = line
    let content: JSONValue.Content =
      switch current {
      case UInt8(ascii: "{"): .object(try readObject(depth: depth))
      case UInt8(ascii: "["): .array(try readArray(depth: depth))
      case UInt8(ascii: "\""): .string(try readString())
      case let byte? where byte.isASCIIDigit || byte == UInt8(ascii: "-"): try readNumber()
      default: try readWord()
      }
    return JSONValue(line: start, content: content)
  }

  private mutating func readObject(
    depth: Int
  ) throws(FieldError) -> [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = []
    // The lines of the keys; empty while there are few.
    var lines: [String: Int] = [:]
    position += 1
    skipSpace()
    if take("}") { return members }
    while true {
      guard current == UInt8(ascii: "\"") else { throw unexpected(instead: "a key in quotes") }
      let keyLine = line
      let key = try readString()
      guard key.utf8.count <= Self.keyLimit else {
        throw failure("has a key of more than \(Self.keyLimit) bytes")
      }
      let first = lines.isEmpty ? members.first { $0.key == key }?.value.line : lines[key]
      if let first {
        throw FieldError(
          field: key.printable, message: "appears twice, first on line \(first)",
          line: keyLine)
      }
      skipSpace()
      guard take(":") else { throw unexpected(instead: "`:` after the key `\(key.printable)`") }
      skipSpace()
      do throws(FieldError) {
        var value = try readValue(depth: depth + 1)
        value.line = keyLine
        members.append((key, value))
        if !lines.isEmpty {
          lines[key] = keyLine
        } else if members.count > JSONFields.fewMembers {
          lines = Dictionary(keepingFirst: members.map { ($0.key, $0.value.line) })
        }
      } catch {
        throw error.located(inside: key.printable)
      }
      skipSpace()
      if take("}") { return members }
      guard take(",") else { throw unexpected(instead: "`,` or `}`") }
      skipSpace()
    }
  }

  private mutating func readArray(depth: Int) throws(FieldError) -> [JSONValue] {
    var elements: [JSONValue] = []
    position += 1
    skipSpace()
    if take("]") { return elements }
    while true {
      do throws(FieldError) {
        elements.append(try readValue(depth: depth + 1))
      } catch {
        throw error.located(inside: "[\(elements.count)]")
      }
      skipSpace()
      if take("]") { return elements }
      guard take(",") else { throw unexpected(instead: "`,` or `]`") }
      skipSpace()
    }
  }

  private mutating func readWord() throws(FieldError) -> JSONValue.Content {
    for (word, content) in [
      ("null", JSONValue.Content.null), ("true", .boolean(true)), ("false", .boolean(false)),
    ] where takeWord(word) {
      return content
    }
    throw unexpected(instead: "a value")
  }

  mutating func takeWord(_ word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  // MARK: Bytes

  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let current, Unicode.Scalar(current) == character else { return false }
    position += 1
    return true
  }

  mutating func skipSpace() {
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
      default: return
      }
      position += 1
    }
  }

  func failure(_ message: String) -> FieldError {
    FieldError(message: message, line: line)
  }

  func unexpected(instead expected: String) -> FieldError {
    guard position < bytes.count else {
      return failure("is not JSON: expected \(expected), found the end of the text")
    }
    let rest = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
    let found = String(rest.unicodeScalars.prefix(1)).quoted
    return failure("is not JSON: expected \(expected), found \(found)")
  }
}

extension JSONReader {
  /// The end of the text before the first error of its syntax, at most 40 bytes; nil if there is none.
  ///
  /// A text of one line, such as the note of a plugin in C, has no other location.
  package static func textBeforeError(in bytes: [UInt8]) -> String? {
    var reader = JSONReader(bytes)
    do throws(FieldError) {
      _ = try reader.readDocument()
      return nil
    } catch {
      let before = bytes.prefix(reader.position).suffix(40)
      let text = String(decoding: before.drop { $0 & 0xC0 == 0x80 }, as: UTF8.self)
      return text.isEmpty ? nil : text
    }
  }
}

extension FieldError {
  /// The error of a nested member with its parent's name added; an error of the text as a whole is unchanged.
  fileprivate func located(inside parent: String) -> FieldError {
    field == nil ? self : inside(parent)
  }
}
