import CleanseSupport
import CleansePluginMetadata
import CleanseTestSupport
import FoundationEssentials
import Testing

struct MutationTests {
  /// Tokens that reach more of the parser than random bytes do.
  private static let pieces: [[UInt8]] =
    [
      "{", "}", "[", "]", "\"", "\\", "\\u", "\\ud800", ",", ":", "-", "1e999", "0.", "null", "tru",
      "\0", "\n", " ", "\"version\":", "\"requires\":{}", "é", "\u{202E}", ".", ">=", "-0",
      "99999999999999999999",
    ].map { Array($0.utf8) } + [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xEF, 0xBB, 0xBF]]

  private static func mutate(_ original: [UInt8], using generator: inout SeededGenerator) -> [UInt8]
  {
    var bytes = original
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let start = Int.random(in: 0...bytes.count, using: &generator)
      let end = min(bytes.count, start + Int.random(in: 0...8, using: &generator))
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
      case 2: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: start)
      default:
        if start < bytes.count { bytes[start] = UInt8.random(in: 0...255, using: &generator) }
      }
    }
    return bytes
  }

  @Test("no text makes the manifest parser trap, and Foundation's decoder gives the same result")
  func manifests() throws {
    var generator = SeededGenerator.announced("mutation of manifests")
    var accepted = 0
    var refused = 0
    for _ in 0..<5000 {
      let bytes = Self.mutate(Array(completeManifest.utf8), using: &generator)
      do throws(ManifestError) {
        let manifest = try PluginManifest(json: bytes)
        accepted += 1
        let other = try? JSONDecoder().decode(PluginManifest.self, from: Data(bytes))
        #expect(manifest == other, "\(String(decoding: bytes, as: UTF8.self))")
      } catch {
        refused += 1
        #expect(error.line != nil && !error.message.isEmpty)
        #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 })
      }
    }
    // Both outcomes are tested.
    #expect(accepted > 100 && refused > 1000)
  }

  @Test("no text makes the note parser trap, and accepted notes can be written")
  func notes() throws {
    var generator = SeededGenerator.announced("mutation of notes")
    var accepted = 0
    for _ in 0..<5000 {
      let bytes = Self.mutate(Array(completeNote.utf8), using: &generator)
      guard let note = try? PluginNote(json: bytes) else { continue }
      accepted += 1
      #expect(try PluginNote(json: note.json()) == note)
    }
    #expect(accepted > 100)
  }

  @Test("no proper prefix of a text is accepted")
  func prefixes() {
    let bytes = Array(completeNote.utf8)
    for count in 0..<bytes.count {
      #expect(throws: ManifestError.self) { try PluginNote(json: Array(bytes[..<count])) }
    }
  }
}
