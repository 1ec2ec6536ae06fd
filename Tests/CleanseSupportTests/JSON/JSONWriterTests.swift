import CleanseSupport
import FoundationEssentials
import Testing

@Suite("JSON writer")
struct JSONWriterTests {
  /// The value as the parser reads it, which is the same as what the standard decoder reads.
  private static func decoded<Value: Codable & Equatable>(_ value: Value) throws -> Value {
    let bytes = try JSONWriter.bytes(of: value)
    let parsed = try JSONParser.value(Value.self, from: bytes)
    #expect(try JSONDecoder().decode(Value.self, from: Data(bytes)) == parsed)
    return parsed
  }

  private static func text(of value: some Encodable) throws -> String {
    String(decoding: try JSONWriter.bytes(of: value), as: UTF8.self)
  }

  private struct Inner: Codable, Hashable {
    var text = "a"
    var flag: Bool? = true
    var missing: Int?
  }
  private enum Choice: Codable, Hashable {
    case none
    case one(Int)
    case several(name: String, inner: [Inner])
  }
  private struct Outer: Codable, Hashable {
    var inner = [Inner(), Inner(text: "b", flag: nil)]
    var empty: [Inner] = []
    var optional: [Int?] = [1, nil, 3]
    var nested: [[UInt8]] = [[], [0, 255]]
    var byName: [String: Inner] = ["x": Inner(), "": Inner(text: "c")]
    var noNames: [String: Int] = [:]
    var choices: [Choice] = [.none, .one(-1), .several(name: "n", inner: [Inner()])]
    var after = 1.5
  }

  @Test("the parser and the standard decoder read what was written")
  func roundTrip() throws {
    #expect(try Self.decoded(Outer()) == Outer())
    #expect(try Self.decoded([Outer(), Outer()]) == [Outer(), Outer()])
  }

  @Test("members are in the order in which they are encoded, without spaces")
  func exactText() throws {
    #expect(try Self.text(of: Inner()) == #"{"text":"a","flag":true}"#)
    #expect(try Self.text(of: [[1], []]) == "[[1],[]]")
    #expect(try Self.text(of: Int?.none) == "null")
  }

  @Test("each character of a string is read as it was")
  func strings() throws {
    let ascii = String(String.UnicodeScalarView((0..<128).map { Unicode.Scalar($0) }))
    for text in ["", ascii, "é e\u{301} \u{2028} 🙂 \u{FFFD}", #"\u0041 \\ / ""#] {
      #expect(try Self.decoded([text]).map { Array($0.utf8) } == [Array(text.utf8)])
      #expect(try Self.decoded([text: 1]).keys.map { Array($0.utf8) } == [Array(text.utf8)])
    }
  }

  @Test("the limits of each type of number are read as they were")
  func numbers() throws {
    func check<Number: FixedWidthInteger & Codable>(_ type: Number.Type) throws {
      #expect(try Self.decoded([Number.min, 0, .max]) == [.min, 0, .max])
    }
    try check(Int.self)
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    try check(UInt.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
    try check(UInt64.self)
    let doubles = [0.1, -0.0, 1e-300, 5e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
    #expect(try Self.decoded(doubles) == doubles)
    #expect(
      try Self.decoded([Float(0.1), .greatestFiniteMagnitude]) == [0.1, .greatestFiniteMagnitude])
  }

  @Test("a number that JSON lacks is an error", arguments: [Double.nan, .infinity, -.infinity])
  func noNumber(_ value: Double) {
    #expect(throws: EncodingError.self) { try JSONWriter.bytes(of: [value]) }
    #expect(throws: EncodingError.self) { try JSONWriter.bytes(of: [Float(value)]) }
  }

  private struct Nothing: Encodable {
    func encode(to encoder: any Encoder) {}
  }

  @Test("a value that encodes nothing is an empty object")
  func nothing() throws {
    #expect(try Self.text(of: [Nothing(), Nothing()]) == "[{},{}]")
  }

  private enum Name: CodingKey { case first, second, third, fourth }

  /// Writes its members with one container after another, and one in a container of its own.
  private struct Parts: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      try container.encode([1], forKey: .first)
      try Inner().encode(to: encoder)
      try container.encodeNil(forKey: .second)
      var array = container.nestedUnkeyedContainer(forKey: .third)
      try array.encode(1)
      var object = array.nestedContainer(keyedBy: Name.self)
      try object.encode(2, forKey: .first)
      try array.encodeNil()
      try [3].encode(to: array.superEncoder())
      try Inner().encode(to: container.superEncoder(forKey: .fourth))
      Nothing().encode(to: container.superEncoder())
    }
  }

  @Test("members of several containers become one object")
  func parts() throws {
    let text = try Self.text(of: Parts())
    #expect(
      text == """
        {"first":[1],"text":"a","flag":true,"second":null,"third":[1,{"first":2},null,[3]],\
        "fourth":{"text":"a","flag":true},"super":{}}
        """)
  }

  /// Uses the first of two elements after the second has begun.
  private struct Late: Encodable {
    func encode(to encoder: any Encoder) throws {
      var array = encoder.unkeyedContainer()
      var first = array.nestedUnkeyedContainer()
      try array.encode(1)
      try first.encode(2)
    }
  }

  @Test("a container that is used after its end is an error")
  func late() {
    #expect(throws: EncodingError.self) { try JSONWriter.bytes(of: Late()) }
  }
}
