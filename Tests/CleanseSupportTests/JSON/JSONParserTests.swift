import CleanseSupport
import FoundationEssentials
import Testing

@Suite("JSON parser")
struct JSONParserTests {
  private static func value<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONParser.value(type, from: Array(text.utf8))
  }

  private struct Pair: Decodable, Equatable {
    let first: Int
    let second: String?
  }

  @Test("members are found in any order, and unknown ones are ignored")
  func order() throws {
    let expected = Pair(first: 1, second: "a")
    #expect(try Self.value(Pair.self, #" { "second" : "a", "x": [{}], "first" : 1 } "#) == expected)
    #expect(try Self.value(Pair.self, #"{"first": 1, "second": "a"}"#) == expected)
    #expect(try Self.value(Pair.self, #"{"first":1,"second":null}"#) == Pair(first: 1, second: nil))
    #expect(try Self.value(Pair.self, #"{"first":1}"#) == Pair(first: 1, second: nil))
    let numbers = (0..<1000).map { "\"\($0)\":\($0)" }.joined(separator: ",")
    let found = try Self.value([Int: Int].self, "{\(numbers)}")
    #expect(found.count == 1000 && found.allSatisfy { $0.key == $0.value })
  }

  @Test(
    "a text that is not JSON, or not of the type, is an error",
    arguments: [
      "", " ", "{", #"{"first"}"#, #"{"first":1,}"#, #"{"first":1} x"#, #"{"first":}"#,
      #"{"first":nul}"#, "[]", "1", #"{"second":"a"}"#, #"{"first":null}"#, #"{"first":"1"}"#,
      #"{"first":1.5}"#, #"{"first":9223372036854775808}"#, #"{"first":1,"second":2}"#,
      #"{"first":01}"#, #"{"first":-}"#, #"{"first":1,"second":"\#n"}"#,
    ])
  func malformed(text: String) {
    #expect(throws: DecodingError.self) { try Self.value(Pair.self, text) }
  }

  @Test("a text that is not UTF-8 is an error")
  func encoding() {
    #expect(throws: DecodingError.self) {
      try JSONParser.value([String].self, from: Array("[\"".utf8) + [0xFF] + Array("\"]".utf8))
    }
  }

  @Test("each type of number gets only what it can hold")
  func numbers() throws {
    #expect(try Self.value([UInt64].self, "[18446744073709551615]") == [.max])
    #expect(try Self.value([Int64].self, "[-9223372036854775808]") == [.min])
    #expect(throws: DecodingError.self) { try Self.value([UInt8].self, "[256]") }
    #expect(throws: DecodingError.self) { try Self.value([UInt8].self, "[-1]") }
    #expect(throws: DecodingError.self) { try Self.value([Int8].self, "[-129]") }
    #expect(try Self.value([Double].self, "[1, -2.5e1]") == [1, -25])
    // It was infinite.
    #expect(throws: DecodingError.self) { try Self.value([Double].self, "[1e999]") }
    #expect(throws: DecodingError.self) { try Self.value([Double].self, "[-1e999]") }
  }

  @Test("an array ends where the text does")
  func ends() {
    struct Three: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        for _ in 0..<3 { _ = try container.decode(Int.self) }
      }
    }
    #expect(throws: DecodingError.self) { try Self.value(Three.self, "[1,2]") }
  }

  // A hostile plugin can send any nesting, and each level takes a part of the stack.
  @Test("a text that is nested too deeply is an error")
  func depth() throws {
    struct Anything: Decodable {
      init(from decoder: any Decoder) {}
    }
    func text(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try Self.value(Anything.self, text(256))
    #expect(throws: DecodingError.self) { try Self.value(Anything.self, text(257)) }
    #expect(throws: DecodingError.self) { try Self.value(Anything.self, text(1_000_000)) }
  }

  @Test("a type reads nested containers and the part of its superclass")
  func nested() throws {
    struct Nested: Decodable {
      enum Key: CodingKey { case list, object }
      let numbers: [Int]

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        let inner = try list.nestedContainer(keyedBy: Key.self)
        var numbers = [try inner.decode(Int.self, forKey: .list)]
        #expect(try list.decodeNil())
        #expect(try !list.decodeNil())
        numbers += try [Int](from: list.superDecoder())
        #expect(list.isAtEnd && list.currentIndex == 3)
        let object = try container.nestedContainer(keyedBy: Key.self, forKey: .object)
        numbers += try [Int](from: object.superDecoder())
        self.numbers = numbers
      }
    }
    let text = #"{"list":[{"list":1},null,[2]],"object":{"super":[3]}}"#
    #expect(try Self.value(Nested.self, text).numbers == [1, 2, 3])
  }

  @Test("a type can read the user info")
  func userInfo() throws {
    struct Informed: Decodable {
      let text: String?

      init(from decoder: any Decoder) {
        text = CodingUserInfoKey(rawValue: "key").flatMap { decoder.userInfo[$0] } as? String
      }
    }
    let key = try #require(CodingUserInfoKey(rawValue: "key"))
    #expect(try JSONParser.value(Informed.self, from: [0x31], userInfo: [key: "a"]).text == "a")
  }
}
