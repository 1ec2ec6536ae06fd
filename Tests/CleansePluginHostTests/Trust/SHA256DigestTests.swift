import CleanseCrypto
import Testing

@Suite("SHA-256")
struct SHA256DigestTests {
  @Test(
    "digests are those of the examples in FIPS 180-4",
    arguments: [
      ("", "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
      ("abc", "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
    ])
  func examples(text: String, integrity: String) {
    #expect(SHA256Digest(of: text.utf8).integrity == integrity)
  }
}
