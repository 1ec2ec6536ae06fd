import CleanseSupport
import CleansePluginMetadata
import FoundationEssentials
import Testing

struct PluginManifestTests {
  @Test("a complete plugin.json is read")
  func complete() throws {
    let manifest = try PluginManifest(json: Array(completeManifest.utf8))
    #expect(manifest.identifier == "org.example.redact")
    #expect(manifest.version.description == "1.2.3-rc.1+77")
    #expect(manifest.summary == "Blacks out “private” things")
    #expect(manifest.authors == ["Ada", "Grace <grace@example.org>"])
    #expect(manifest.module == "Redact.RedactModule")
    #expect(manifest.contributes == ["TextFilter", "Command"])
    #expect(manifest.requires.map(\.identifier) == ["org.example", "org.example.words"])
    #expect(manifest.requires.map(\.range.description) == ["=1.0.0", ">=1.0.0 <2.0.0"])
    #expect(manifest.needs.phrases == ["read /srv/words", "connect to TCP port 443"])
  }

  @Test("the schema that editors read is accepted, and not a part of the manifest")
  func schema() throws {
    func json(_ schema: String) -> [UInt8] {
      Array(
        completeManifest.replacing("{", with: "{\"$schema\": \(schema), ", maxReplacements: 1).utf8)
    }
    let manifest = try PluginManifest(json: Array(completeManifest.utf8))
    #expect(try PluginManifest(json: json("\"plugin.schema.json\"")) == manifest)
    #expect(throws: ManifestError.self) { try PluginManifest(json: json("1")) }
    let stamp = ABIStamp(abi: 1, architecture: "x86_64", language: "c")
    let written = try PluginNote(manifest: PluginManifest(json: json("\"s\"")), stamp: stamp).json()
    #expect(!String(decoding: written, as: UTF8.self).contains("schema"))
  }

  @Test("module, contributes and requires are optional")
  func minimal() throws {
    let text = """
      {"identifier": "a.b", "version": "1.0.0", "summary": "\\ud83d\\ude00\\u0041\\/", "authors": ["x"]}
      """
    let manifest = try PluginManifest(json: Array(text.utf8))
    #expect(manifest.summary == "😀A/")
    #expect(manifest.module == nil && manifest.contributes == [] && manifest.requires == [])
    #expect(manifest.needs.isEmpty)
  }

  @Test(
    "an encoded manifest is a valid plugin.json",
    arguments: ["", "\"formerly\": [\"a.b\", \"a.a\"],"])
  func coding(formerly: String) throws {
    let text = completeManifest.replacing("\"module\"", with: formerly + "\"module\"")
    let manifest = try PluginManifest(json: Array(text.utf8))
    #expect(manifest.formerly == (formerly.isEmpty ? [] : ["a.b", "a.a"]))
    let json = Array(try JSONEncoder().encode(manifest))
    #expect(try PluginManifest(json: json) == manifest)
    #expect(try JSONDecoder().decode(PluginManifest.self, from: Data(json)) == manifest)
  }

  @Test("decoding rejects values that are invalid in plugin.json")
  func decodingChecks() {
    let text = completeManifest.replacing("\"Redact.RedactModule\"", with: "\"X {}\"")
    #expect(
      throws: ManifestError(field: "module", message: "`X {}` is not the name of a Swift type")
    ) { try JSONDecoder().decode(PluginManifest.self, from: Data(text.utf8)) }
  }

  @Test("an invalid field is reported with its line", arguments: ManifestRefusal.fields)
  func fieldRefusal(refusal: ManifestRefusal) {
    #expect(throws: refusal.error) { try PluginManifest(json: refusal.json) }
  }

  @Test("a text that is not JSON is rejected with the line", arguments: ManifestRefusal.texts)
  func textRefusal(refusal: ManifestRefusal) {
    #expect(throws: refusal.error) { try PluginManifest(json: refusal.json) }
  }

  @Test("a manifest that is created from values is validated by the same rules")
  func parts() throws {
    let version = try SemanticVersion("1.0.0")
    let range = try VersionRange("1.0.0")
    #expect(throws: ManifestError(field: "authors", message: "is empty; name at least one")) {
      try PluginManifest(identifier: "a.b", version: version, summary: "s", authors: [])
    }
    #expect(throws: ManifestError(field: "requires.c.d", message: "appears twice")) {
      try PluginManifest(
        identifier: "a.b", version: version, summary: "s", authors: ["x"],
        requires: [
          PluginRequirement(identifier: "c.d", range: range),
          PluginRequirement(identifier: "c.d", range: range),
        ])
    }
  }

  @Test("the line of a field can be looked up")
  func lineOfField() {
    let json = Array(completeManifest.utf8)
    #expect(PluginManifest.line(ofField: "module", json: json) == 6)
    #expect(PluginManifest.line(ofField: "requires.org.example", json: json) == 10)
    #expect(PluginManifest.line(ofField: "requires.org.example.words", json: json) == 9)
    #expect(PluginManifest.line(ofField: "module", json: Array("{".utf8)) == nil)
  }

  @Test("an error's description omits the line")
  func description() {
    #expect(
      ManifestError(field: "version", message: "is missing", line: 3).description
        == "field `version` is missing")
    #expect(ManifestError(message: "is empty", line: 1).description == "is empty")
  }
}
