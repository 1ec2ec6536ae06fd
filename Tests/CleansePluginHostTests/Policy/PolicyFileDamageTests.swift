@testable import CleansePluginTrust
import CleanseTestSupport
import Testing

@Suite("A damaged policy file")
struct PolicyFileDamageTests {
  private static let text = """
    {
      "schema": "cleanse-host/1",
      "directories": ["plugins", "/usr/lib/plugins"],
      "severities": {"cleanse/unused-binding": "error", "policy/x": "ignore"},
      "trust": {"requireSigned": true, "trustedKeys": ["a.pub"], "allowInsecure": false},
      "lock": {"file": "a.lock", "locked": true},
      "strict": true, "baseline": "known.json", "deadline": 2.5e0
    }
    """

  /// The bytes that a change may insert: those with a meaning in JSON or in the keys, and invalid
  /// UTF-8.
  private static let pieces: [[UInt8]] =
    ["{", "}", "[", "]", "\"", ",", ":", "\\u0000", "1e9999", "-", "null", "true", "\n", "ignore"]
    .map { Array($0.utf8) } + [[0xFF], [0], [0xED, 0xA0, 0x80]]

  @Test("is read, or reported as a mistake with a line, whatever the damage")
  func random() throws {
    var random = SeededGenerator.announced("PolicyFileDamageTests")
    let scratch = try TemporaryDirectory()
    var mistakes = 0
    for _ in 0..<400 {
      var bytes = Array(Self.text.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.remove(at: index)
        case 1: bytes.removeLast(bytes.count - index - 1)
        default:
          bytes.insert(contentsOf: Self.pieces.randomElement(using: &random) ?? [], at: index)
        }
      }
      let path = try scratch.write(bytes, to: "host.json")
      do throws(PolicyFileError) {
        _ = try PolicyFile(contentsOf: path, name: "host.json")
      } catch {
        mistakes += 1
        #expect(error.cause == .mistake, "\(error)")
        #expect(error.message.hasPrefix("host.json:"), "\(error)")
      }
    }
    #expect(mistakes > 100)
  }
}
