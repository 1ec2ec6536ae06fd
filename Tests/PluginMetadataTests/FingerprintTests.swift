import CleansePluginMetadata
import Testing

struct FingerprintTests {
  /// Test vectors of the IETF draft, appendix C.
  @Test(
    "the hash is 64-bit FNV-1a",
    arguments: [
      ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
    ])
  func vectors(text: String, expected: String) {
    var fingerprint = Fingerprint()
    fingerprint.combine(text.utf8)
    #expect(fingerprint.description == expected)
  }

  @Test("small hashes are padded to 16 digits")
  func padding() {
    let hashes = (UInt8.min...UInt8.max).map { byte in
      var fingerprint = Fingerprint()
      fingerprint.combine([byte, 7])
      return fingerprint.description
    }
    #expect(hashes.allSatisfy { $0.count == 16 })
    #expect(hashes.contains { $0.hasPrefix("0") })
  }
}
