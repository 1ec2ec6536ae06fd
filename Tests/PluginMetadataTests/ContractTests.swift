import CleanseSupport
@testable import CleansePluginMetadata
import Testing

@Suite("Contract")
struct ContractTests {
  private func contract(_ version: String, _ identifier: String = "a.b") throws -> Contract {
    Contract(
      identifier: identifier, version: try SemanticVersion(version), build: "0123456789abcdef")
  }

  @Test(
    "a plugin fits a library of the same major version that is not older",
    arguments: [
      ("1.2.0", "1.2.0", true), ("1.2.0", "1.2.1", true), ("1.2.0", "1.9.0", true),
      ("1.2.0", "1.1.9", false), ("1.2.0", "2.0.0", false), ("2.0.0", "1.9.0", false),
      ("0.2.0", "0.2.5", true), ("0.2.0", "0.3.0", false), ("0.2.5", "0.2.0", false),
      ("1.0.0", "1.0.0-rc.1", false), ("1.0.0-rc.1", "1.0.0", true), ("0.9.0", "1.0.0", false),
    ])
  func versions(plugin: String, library: String, fits: Bool) throws {
    #expect(try contract(plugin).isSatisfied(by: contract(library)) == fits)
    #expect(try !contract(plugin).isSatisfied(by: contract(library, "a.c")))
  }

  @Test("the note is read back, with its padding")
  func note() throws {
    let original = try contract("1.2.3")
    let note = try original.elfNote()
    #expect(note.count.isMultiple(of: 4))
    #expect(note[8] == 2)
    #expect(try Contract(elfDescription: Array(note[20...])) == original)
  }

  @Test("a contract in C has no build, in its note and elsewhere")
  func header() throws {
    let header = Contract(identifier: "a.b", version: try SemanticVersion("1.2.3"), build: "")
    let json = #"{"identifier":"a.b","version":"1.2.3"}"#
    #expect(String(decoding: try header.json(), as: UTF8.self) == json)
    #expect(try Contract(json: Array(json.utf8)) == header)
    #expect(throws: ManifestError.self) {
      try Contract(json: Array(#"{"identifier":"a.b","version":"1.2.3","build":""}"#.utf8))
    }
  }

  @Test("a plugin's note has its contracts, and none without them")
  func pluginNote() throws {
    let manifest = try PluginManifest(json: Array(completeManifest.utf8))
    let stamp = ABIStamp(abi: 1, architecture: "x86_64", language: "c")
    let plain = PluginNote(manifest: manifest, stamp: stamp)
    #expect(try !String(decoding: plain.json(), as: UTF8.self).contains("contracts"))
    let contracts = [try contract("1.0.0"), try contract("2.0.0", "x.y")]
    let note = PluginNote(manifest: manifest, stamp: stamp, contracts: contracts)
    #expect(try PluginNote(json: note.json()).contracts == contracts)
    #expect(try PluginNote(json: plain.json()).contracts.isEmpty)
  }

  @Test("a contract.json may name the schema that editors read")
  func schema() throws {
    let members = #""identifier": "a.b", "version": "1.0.0", "summary": "s""#
    #expect(
      try ContractManifest(json: Array(#"{"$schema": "x", \#(members)}"#.utf8))
        == ContractManifest(json: Array("{\(members)}".utf8)))
    #expect(throws: ManifestError.self) {
      try ContractManifest(json: Array(#"{"$schema": 1, \#(members)}"#.utf8))
    }
  }

  @Test(
    "a malformed contract.json is refused with its field",
    arguments: [
      ("", "is empty"), ("[]", "must be"), ("{}", "field `identifier` is missing"),
      (#"{"identifier": "a", "version": "1.0.0", "summary": "s"}"#, "identifier"),
      (#"{"identifier": "a.b", "version": "1.0", "summary": "s"}"#, "field `version`: `1.0`"),
      (#"{"identifier": "a.b", "version": "1.0.0", "summary": ""}"#, "summary"),
      (#"{"identifier": "a.b", "version": "1.0.0", "summary": "s", "x": 1}"#, "`x`"),
      (#"{"identifier": "a.b", "version": "1.0.0"}"#, "field `summary` is missing"),
    ])
  func malformed(json: String, message: String) {
    #expect {
      try ContractManifest(json: Array(json.utf8))
    } throws: { error in
      "\(error)".contains(message)
    }
  }
}
