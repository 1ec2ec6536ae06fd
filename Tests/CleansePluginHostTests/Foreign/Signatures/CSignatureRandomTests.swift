@testable import CleanseC
@testable import CleansePluginCABI
import CleanseTestSupport
import Testing

@Suite("Random signatures")
struct CSignatureRandomTests {
  /// Draws a value that is not longer than the parser permits.
  private func drawn<T: CustomStringConvertible>(_ next: () -> T) -> T {
    var value = next()
    while value.description.utf8.count > CSignatureLimits.text { value = next() }
    return value
  }

  // The seed 2987474563 generates one that is longer than the parser permits, and the test failed.
  @Test("are parsed to the value that they were generated from")
  func roundTrip() throws {
    var random = RandomSignatures(generator: SeededGenerator.announced("signatures, read back"))
    for _ in 0..<2000 {
      let signature = drawn { random.signature() }
      #expect(try sampleParser.signature(Array(signature.description.utf8)) == signature)
      let key = drawn { random.key() }
      #expect(try sampleParser.value(Array(key.description.utf8)) == key)
      let declaration = drawn { random.declaration() }
      #expect(try sampleParser.declaration(Array(declaration.description.utf8)) == declaration)
      let structure = drawn { random.structure() }
      #expect(try sampleParser.structure(Array(structure.description.utf8)) == structure)
    }
  }

  @Test(
    "that are damaged are parsed or rejected, and the description of a parsed one can be parsed")
  func damaged() throws {
    var random = RandomSignatures(generator: SeededGenerator.announced("signatures, damaged"))
    var refused = 0
    var read = 0
    for _ in 0..<500 {
      for text in [
        random.signature().description, random.key().description,
        random.declaration().description, random.structure().description,
      ] {
        var bytes = Array(text.utf8)
        for _ in 0...random.generator.next() % 3 { damage(&bytes, &random.generator) }
        for outcome in Self.readings(of: bytes) {
          switch outcome {
          case .failure(let error):
            refused += 1
            #expect((0...bytes.count).contains(error.offset))
            #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
            #expect(error.excerpt.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
          case .success(let isTheSame):
            read += 1
            #expect(isTheSame, "\(String(decoding: bytes, as: UTF8.self))")
          }
        }
      }
    }
    #expect(refused > 1000)
    #expect(read > 100)
  }

  /// Parses the bytes as each of the kinds, and returns whether the description of a parsed value parses
  /// to the same value.
  private static func readings(of bytes: [UInt8]) -> [Result<Bool, CSignatureError>] {
    let parser = sampleParser
    return [
      Result { () throws(CSignatureError) in
        let value = try parser.signature(bytes)
        return try parser.signature(Array(value.description.utf8)) == value
      },
      Result { () throws(CSignatureError) in
        let value = try parser.value(bytes)
        return try parser.value(Array(value.description.utf8)) == value
      },
      Result { () throws(CSignatureError) in
        let value = try parser.declaration(bytes)
        return try parser.declaration(Array(value.description.utf8)) == value
      },
      Result { () throws(CSignatureError) in
        let value = try parser.structure(bytes)
        return try parser.structure(Array(value.description.utf8)) == value
      },
    ]
  }

  private func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let tokens = [
      "(", ")", "*", "@", ",", "?", "[]", "[", "(*n[])()", "...", "void", "throws", "owned ",
      "borrowed ", "const ",
      "{", "}", ";", " ", "\n", "char *", "struct ", "\u{E9}", "\0",
    ]
    let index = Int.random(in: 0...bytes.count, using: &generator)
    switch generator.next() % 5 {
    case 0: bytes.insert(UInt8(truncatingIfNeeded: generator.next()), at: index)
    case 1: bytes.removeSubrange(index..<Int.random(in: index...bytes.count, using: &generator))
    case 2:
      bytes.insert(contentsOf: (tokens.randomElement(using: &generator) ?? "").utf8, at: index)
    case 3 where index < bytes.count: bytes.remove(at: index)
    default:
      guard index < bytes.count else { return }
      bytes[index] ^= 1 << UInt8(generator.next() % 8)
    }
  }
}
