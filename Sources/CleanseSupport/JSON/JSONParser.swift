/// Reads values from JSON (RFC 8259) that ``JSONWriter`` wrote.
///
/// `JSONDecoder` boxes every value, and takes 1.7 times as many instructions for a graph. Documents that people write are read
/// with ``JSONDocument``, which says where a mistake is.
package final class JSONParser {
  /// A value of the text. A number stays text until a type decodes it, as a `Double` can't hold every integer.
  indirect enum Node {
    case null
    case boolean(Bool)
    case number(Range<Int>)
    case string(String)
    case array([Node])
    case object([Member])
  }

  struct Member {
    let key: String
    let value: Node
  }

  /// The maximum nesting depth of arrays and objects.
  static let depthLimit = 256

  let userInfo: [CodingUserInfoKey: any Sendable]
  private let bytes: [UInt8]

  private init(_ bytes: [UInt8], _ userInfo: [CodingUserInfoKey: any Sendable]) {
    (self.bytes, self.userInfo) = (bytes, userInfo)
  }

  /// The value of a text.
  ///
  /// - Throws: A `DecodingError`, which names no path, or what the type throws.
  package static func value<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> Value {
    let root: Node
    do throws(FieldError) {
      var reader = try JSONReader(pulling: bytes)
      root = try reader.readNode(depth: 0)
      try reader.finish()
    } catch {
      throw corrupted("\(error)")
    }
    return try JSONValueDecoder(parser: JSONParser(bytes, userInfo), node: root).decode(type)
  }

  /// A whole number; nil if the type can't hold it.
  func integer<Number: FixedWidthInteger>(_ type: Number.Type, in range: Range<Int>) -> Number? {
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    var number: Number = 0
    for index in range.dropFirst(isNegative ? 1 : 0) {
      guard bytes[index].isASCIIDigit else { return nil }
      let digit = Number(truncatingIfNeeded: bytes[index] - UInt8(ascii: "0"))
      let (tenfold, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (next, overflow) =
        isNegative
        ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
      guard !isTooLarge, !overflow else { return nil }
      number = next
    }
    return number
  }

  /// A number; nil if it is too large: `Double` would be infinite, which no JSON text says, and a conversion to an integer
  /// would stop the program.
  func number(in range: Range<Int>) -> Double? {
    Double(String(decoding: bytes[range], as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  static func corrupted(_ text: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: text))
  }
}

extension JSONReader {
  /// Reads a value of any kind.
  fileprivate mutating func readNode(depth: Int) throws(FieldError) -> JSONParser.Node {
    guard depth < JSONParser.depthLimit else {
      throw failure("is nested deeper than \(JSONParser.depthLimit) levels")
    }
    switch current {
    case UInt8(ascii: "{"):
      var members: [JSONParser.Member] = []
      try pullObject { reader, key throws(FieldError) in
        members.append(.init(key: key, value: try reader.readNode(depth: depth + 1)))
      }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSONParser.Node] = []
      try pullArray { reader throws(FieldError) in
        elements.append(try reader.readNode(depth: depth + 1))
      }
      return .array(elements)
    case UInt8(ascii: "\""): return .string(try readString())
    case let byte? where byte.isASCIIDigit || byte == UInt8(ascii: "-"):
      return .number(try scanNumber().text)
    default: break
    }
    if takeWord("null") { return .null }
    if takeWord("true") { return .boolean(true) }
    if takeWord("false") { return .boolean(false) }
    throw unexpected(instead: "a value")
  }
}
