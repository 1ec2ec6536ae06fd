import CleanseSupport
import CleansePluginMetadata
import CleanseTestSupport
import Testing

struct PluginNoteTests {
  @Test("a note is written with sorted keys and without spaces, and read back")
  func json() throws {
    let note = try PluginNote(json: Array(completeNote.utf8))
    #expect(note.stamp == ABIStamp(abi: 1, architecture: "x86_64", language: "c"))
    #expect(String(decoding: try note.json(), as: UTF8.self) == completeNote)
  }

  @Test("stamps that differ in one field have different texts")
  func texts() {
    func stamp(
      _ abi: Int = 1, _ architecture: String = "a", _ language: String = "swift",
      _ framework: String? = "f", _ frameworkABI: String? = "1.0", _ interface: String? = "i",
      _ compiler: String? = "c", _ revision: String? = "r"
    ) -> String {
      ABIStamp(
        abi: abi, architecture: architecture, language: language, framework: framework,
        frameworkABI: frameworkABI, interface: interface, compiler: compiler, revision: revision
      ).description
    }
    let texts = [
      stamp(), stamp(2), stamp(1, "b"), stamp(1, "a", "c"), stamp(1, "a", "swift", nil),
      stamp(1, "a", "swift", "f", nil), stamp(1, "a", "swift", "f", "1.0", nil),
      stamp(1, "a", "swift", "f", "1.0", "i", nil),
      stamp(1, "a", "swift", "f", "1.0", "i", "c", nil),
      stamp(1, "a", "swift", "f1", ".0"),
    ]
    #expect(Set(texts).count == texts.count)
  }

  @Test("a note can name the entry point, which is unique to the plugin")
  func entryPoint() throws {
    func note(_ entry: String) throws(ManifestError) -> PluginNote {
      try PluginNote(json: Array("{\"entry\":\"\(entry)\",\(completeNote.dropFirst())".utf8))
    }
    #expect(try PluginNote(json: Array(completeNote.utf8)).entryPoint == "cleanse_plugin_configure")
    for name in ["f", "_", "a9_Z", String(repeating: "x", count: 1023)] {
      #expect(try note(name).entryPoint == name)
    }
    for name in ["", "9a", "a b", "é", "a.b", String(repeating: "x", count: 1024)] {
      #expect(throws: ManifestError.self) { try note(name) }
    }
    let names = ["a.b", "a-b.c", "a.b-c", "a.b.c", "a--b.c"].map(PluginNote.entryPoint(ofPlugin:))
    #expect(names[0] == "cleanse_plugin_configure_a_b")
    #expect(Set(names).count == names.count)
  }

  @Test("a note has the paths of sources, and they are texts")
  func sources() throws {
    let text = #"{"sources":{"A":"Sources/A","A/B.swift":"Sources/A/C/B.swift"},"#
    let note = try PluginNote(json: Array((text + completeNote.dropFirst()).utf8))
    #expect(note.sources == ["A": "Sources/A", "A/B.swift": "Sources/A/C/B.swift"])
    #expect(try PluginNote(json: note.json()) == note)
    #expect(try PluginNote(json: Array(completeNote.utf8)).sources == [:])
    for text in [#"{"sources":[],"#, #"{"sources":{"A":1},"#] {
      #expect(throws: ManifestError.self) {
        try PluginNote(json: Array((text + completeNote.dropFirst()).utf8))
      }
    }
  }

  @Test("the ELF note has a header, the padded name and the padded JSON")
  func elfNote() throws {
    let note = try PluginNote(json: Array(completeNote.utf8))
    let bytes = try note.elfNote()
    let size = completeNote.utf8.count
    #expect(size == 155 && bytes.count == 12 + 8 + 155 + 1)
    #expect(bytes[..<12] == [8, 0, 0, 0, 155, 0, 0, 0, 1, 0, 0, 0])
    #expect(bytes[12..<20] == Array("Cleanse\0".utf8)[...])
    #expect(bytes[20...] == (Array(completeNote.utf8) + [0])[...])
    for length in 1...8 {
      let manifest = try PluginManifest(
        identifier: "a.b", version: SemanticVersion("1.0.0"),
        summary: String(repeating: "s", count: length), authors: ["x"])
      let padded = try PluginNote(manifest: manifest, stamp: note.stamp).elfNote()
      let size = Int(padded[4]) + Int(padded[5]) << 8
      #expect(padded.count == 20 + (size + 3) / 4 * 4)
      #expect(try PluginNote(json: Array(padded[20..<(20 + size)])).manifest == manifest)
      #expect(padded[(20 + size)...].allSatisfy { $0 == 0 })
    }
  }

  @Test("up to seven null bytes may follow the JSON", arguments: [0, 1, 4, 7])
  func nulls(count: Int) throws {
    let json = Array(completeNote.utf8)
    let note = try PluginNote(elfDescription: json + Array(repeating: 0, count: count))
    #expect(try note == PluginNote(json: json))
  }

  @Test("more null bytes, and null bytes elsewhere, are rejected")
  func otherNulls() {
    let json = Array(completeNote.utf8)
    let nulls: [UInt8] = Array(repeating: 0, count: 8)
    #expect(throws: ManifestError(message: "has more than 7 null bytes at its end")) {
      try PluginNote(elfDescription: json + nulls)
    }
    #expect(throws: ManifestError(message: "has more than 7 null bytes at its end")) {
      try PluginNote(elfDescription: nulls)
    }
    #expect(throws: ManifestError(message: "is empty", line: 1)) {
      try PluginNote(elfDescription: [0])
    }
    #expect(throws: ManifestError.self) { try PluginNote(elfDescription: [0] + json) }
    #expect(throws: ManifestError.self) { try PluginNote(elfDescription: json + [0, 32]) }
    for index in json.indices {
      #expect(throws: ManifestError.self, "\(index)") {
        try PluginNote(elfDescription: json[..<index] + [0] + json[index...])
      }
    }
    // Padding is allowed only in an ELF description.
    #expect(throws: ManifestError.self) { try PluginNote(json: json + [0]) }
  }

  @Test("unknown keys are ignored next to the manifest and in the stamp")
  func unknownKeys() throws {
    let text = completeNote.replacing("{\"abi\"", with: "{\"libc\":[1.5],\"abi\"")
      .replacing("{\"manifest\"", with: "{\"signature\":{\"a\":null},\"manifest\"")
    #expect(try PluginNote(json: Array(text.utf8)) == PluginNote(json: Array(completeNote.utf8)))
  }

  @Test(
    "a malformed note is rejected with the path of the field",
    arguments: [
      ("\"abi\":1", "\"abi\":0", "stamp.abi", "must be a whole number from 1 to 2147483647, not 0"),
      (
        "\"abi\":1", "\"abi\":1e999", "stamp.abi",
        "must be a whole number from 1 to 2147483647, not another number"
      ),
      (
        "\"abi\":1", "\"abi\":99999999999999999999", "stamp.abi",
        "must be a whole number from 1 to 2147483647, not another number"
      ),
      (
        "\"abi\":1", "\"abi\":\"1\"", "stamp.abi",
        "must be a whole number from 1 to 2147483647, not a string"
      ),
      ("\"abi\":1,", "", "stamp.abi", "is missing"),
      ("\"x86_64\"", "null", "stamp.architecture", "must be a string, not null"),
      ("\"x86_64\"", "\" \"", "stamp.architecture", "is empty"),
      ("\"c\"", "\"\\u001b[2J\"", "stamp.language", "has the unprintable character U+001B"),
      ("\"c\"", "\"C\"", "stamp.language", "must be `swift` or `c`, not `C`"),
      ("\"c\"", "\"swift \"", "stamp.language", "must be `swift` or `c`, not `swift `"),
      ("\"c\"", "\"swift\"", "stamp.framework", "is missing"),
      ("\"c\"", "\"swift\",\"framework\":\"1\"", "stamp.interface", "is missing"),
      (
        "\"c\"", "\"swift\",\"framework\":\"1\",\"interface\":\"2\"", "stamp.compiler",
        "is missing"
      ),
      (
        "\"s\"", "\"s\",\"x\":1", "manifest.x",
        "is not a known key; the known keys are `identifier`, `version`, `summary`, `authors`, "
          + "`module`, `contributes`, `requires`, `options`, `exercise`, `needs`, `formerly`"
      ),
      (
        "\"1.0.0\"", "\"1\"", "manifest.version",
        "`1` is not a semantic version: three numbers are needed, as in `1.0.0`"
      ),
      ("[\"Ada\"]", "[\"Ada\",7]", "manifest.authors[1]", "must be a string, not a number"),
      (
        "{\"abi\":1,\"architecture\":\"x86_64\",\"language\":\"c\"}", "[]", "stamp",
        "must be an object, not an array"
      ),
      (",\"stamp\"", ",\"stomp\"", "stamp", "is missing"),
    ])
  func refusal(old: String, new: String, field: String, message: String) {
    let text = completeNote.replacing(old, with: new)
    #expect(throws: ManifestError(field: field, message: message, line: 1)) {
      try PluginNote(json: Array(text.utf8))
    }
  }

  @Test("random notes are read back unchanged, and written to the same bytes again")
  func roundTrip() throws {
    var notes = RandomNote(generator: .announced("round trip of notes"))
    for _ in 0..<2000 {
      let note = try notes.next()
      let json = try note.json()
      let copy = try PluginNote(json: json)
      #expect(copy == note)
      #expect(try copy.json() == json)
    }
  }
}
