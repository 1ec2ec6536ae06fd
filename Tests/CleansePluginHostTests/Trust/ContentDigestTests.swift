@testable import CleanseCrypto
import CleanseTestSupport
import FoundationEssentials
import Testing

@Suite("ContentDigest")
struct ContentDigestTests {
  /// The output of Debian's `b2sum -l 256` for bytes that count from 0 to 250, repeatedly.
  private static let known: [(count: Int, digits: String)] = [
    (0, "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"),
    // One block of BLAKE2b has 128 bytes.
    (127, "f2fe67ff342e21b8f45e8f2e0bcd1d9243245d50ee6c78042e9c491388791c72"),
    (128, "c3582f71ebb2be66fa5dd750f80baae97554f3b015663c8be377cfcb2488c1d1"),
    (129, "f7f3c46ba2564ff4c4c162da1f5b605f9f1c4aa6a20652a9f9a337c1a2f5b9c9"),
    (1_000_000, "9e5e2f2d303e7db6db30a3355a9a7def57785f58e04a95b22254b60ab9e9a51b"),
  ]

  @Test("is what b2sum prints", arguments: known)
  func vectors(count: Int, digits: String) {
    let bytes = (0..<count).map { UInt8($0 % 251) }
    #expect(ContentDigest(of: bytes).description == "blake2b-256:\(digits)")
  }

  @Test("of abc is known, whatever type has the bytes")
  func sequences() {
    let text = "blake2b-256:bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"
    #expect(ContentDigest(of: "abc".utf8).description == text)
    #expect(ContentDigest(of: Array("abc".utf8)).description == text)
    #expect(ContentDigest(of: ["a", "b", "c"].lazy.flatMap(\.utf8)).description == text)
  }

  @Test("of pieces is that of the whole")
  func pieces() {
    var generator = SeededGenerator.announced("digest of pieces")
    let bytes = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    for _ in 0..<20 {
      var hasher = ContentDigest.Hasher()
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 0...700, using: &generator))
        hasher.update(piece)
        rest = rest.dropFirst(piece.count)
      }
      #expect(hasher.finish() == ContentDigest(of: bytes))
    }
  }

  @Test("can be written and read back, as text and as JSON")
  func roundTrip() throws {
    let digest = ContentDigest(of: "abc".utf8)
    #expect(ContentDigest(digest.description) == digest)
    let json = try JSONEncoder().encode([digest])
    #expect(String(decoding: json, as: UTF8.self) == "[\"\(digest)\"]")
    #expect(try JSONDecoder().decode([ContentDigest].self, from: json) == [digest])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([ContentDigest].self, from: Data(#"["blake2b-256:00"]"#.utf8))
    }
  }

  @Test("has one text form: any other is rejected")
  func malformed() {
    let text = ContentDigest(of: "abc".utf8).description
    let digits = text.dropFirst("blake2b-256:".count)
    for other in [
      "", "blake2b-256:", String(digits), text + "0", String(text.dropLast()), text + "\n",
      " " + text, "blake2b-256:" + digits.uppercased(), "BLAKE2B-256:" + digits,
      "blake2b-512:" + digits, "blake2b-256:+" + digits.dropFirst(),
      "blake2b-256:g" + digits.dropFirst(), "blake2b-256:٠" + digits.dropFirst(2),
    ] {
      #expect(ContentDigest(other) == nil, "\(other)")
    }
  }
}
