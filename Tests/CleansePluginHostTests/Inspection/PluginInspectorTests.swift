@testable import CleanseGraph
import ElfImages
@testable import CleansePluginFiles
@testable import CleansePluginMetadata
import CleanseSupport
import CleanseTestSupport
import Glibc
import Testing

@Suite("PluginInspector")
struct PluginInspectorTests {
  let scratch: TemporaryDirectory

  init() throws {
    scratch = try TemporaryDirectory()
  }

  @Test("each malformation has its own code and message", arguments: Malformation.all)
  func malformation(_ malformation: Malformation) throws {
    let inspection = try inspect(malformation.bytes(), in: scratch)
    #expect(inspection.codes == malformation.codes)
    #expect(inspection.usable == nil)
    #expect(inspection.diagnostics.allSatisfy { $0.severity == .error && $0.fix != nil })
    expectGolden(scratch.anonymous(inspection.report), malformation.name)
  }

  @Test("every malformation has a unique name")
  func malformationNames() {
    #expect(Set(Malformation.all.map(\.name)).count == Malformation.all.count)
  }

  @Test("a plugin that fits is usable and described")
  func usable() throws {
    let note = try sampleNote(requires: ["org.example.base": ">=1.0.0"])
    let inspection = try inspect(samplePlugin(note).bytes, in: scratch)
    #expect(inspection.diagnostics.isEmpty)
    let description = try #require(inspection.usable)
    #expect(description.file == scratch.path(of: "plugin.so"))
    #expect(description.manifest == note.manifest)
    #expect(description.stamp == hostStamp)
    #expect(description.neededLibraries == ["libCleanseRuntime.so", "libc.so.6"])
  }

  @Test("symbols are found without section headers and through either hash table")
  func stripped() throws {
    for hashTable in [ElfImage.HashTable.gnu, .systemV] {
      var image = try samplePlugin()
      image.hasSectionHeaders = false
      image.hashTable = hashTable
      #expect(try inspect(image.bytes, in: scratch).codes == [])
      image.symbols.removeLast()
      #expect(try inspect(image.bytes, in: scratch).codes == ["plugin/no-entry-point"])
    }
  }

  @Test("tables as a linker creates them are accepted")
  func soundTables() throws {
    var image = try samplePlugin()
    image.tables =
      Malformation.versions([0, 2, 0x8003], of: image) {
        ElfImage.neededVersion(library: $0, version: 1, index: 2)
      } + [
        ElfImage.definedVersion(name: 1, index: 3),
        ElfImage.packedRelocations([0, 0b111]),
      ] + Malformation.soundRelocations
    #expect(try inspect(image.bytes, in: scratch).codes == [])
  }

  @Test("a plugin in another language needs neither framework nor compiler")
  func otherLanguage() throws {
    let stamp = ABIStamp(abi: 1, architecture: hostStamp.architecture, language: "c")
    let inspection = try inspect(samplePlugin(sampleNote(stamp: stamp)).bytes, in: scratch)
    #expect(inspection.usable?.stamp == stamp)
  }

  @Test("notes of others may precede ours")
  func otherNotes() throws {
    var image = try samplePlugin()
    let buildID = ElfImage.Note(
      name: Array("GNU\0".utf8), type: 3, content: [UInt8](repeating: 7, count: 19))
    image.notes.insert(buildID, at: 0)
    #expect(try inspect(image.bytes, in: scratch).usable != nil)
  }

  @Test("the notes of all segments together are read up to a limit, however often one is named")
  func noteBudget() throws {
    var image = try samplePlugin()
    image.extraNotes = [UInt8](repeating: 0, count: 1 << 19)
    image.extraNoteSegments = 1
    #expect(try inspect(image.bytes, in: scratch).usable != nil)
    image.extraNoteSegments = 200
    let inspection = try inspect(image.bytes, in: scratch)
    #expect(isLibraryWithoutNote(inspection))
  }

  @Test("one note that two segments name counts twice")
  func noteNamedTwice() throws {
    var image = try samplePlugin()
    image.extraNoteSegments = 1
    var layout = image.layout
    // The headers of the extra notes and of the notes follow each other.
    for field in 0..<56 {
      layout.bytes[layout.programHeaders[2] + field] =
        layout.bytes[layout.programHeaders[3] + field]
    }
    #expect(try inspect(layout.bytes, in: scratch).codes == ["plugin/malformed-note"])
  }

  @Test("libraries up to the limits of number and length are named")
  func neededLibraries() throws {
    var image = try samplePlugin()
    image.needed = (0..<1023).map { "lib\($0).so" } + [String(repeating: "é", count: 2048)]
    #expect(try inspect(image.bytes, in: scratch).description?.neededLibraries == image.needed)
  }

  @Test("the entry point is the function that the note names")
  func namedEntryPoint() throws {
    for (symbol, codes) in [("begin", []), ("cleanse_plugin_configure", ["plugin/no-entry-point"])]
    {
      var image = try samplePlugin(sampleNote(entry: "begin"))
      image.symbols[1].name = symbol
      let inspection = try inspect(image.bytes, in: scratch)
      #expect(inspection.codes == codes)
      #expect(inspection.description?.entryPoint == "begin")
      if !codes.isEmpty {
        #expect(inspection.diagnostics[0].message.contains("does not define the function begin:"))
      }
    }
  }

  @Test("a name that only begins with that of the entry point is not the entry point")
  func longerName() throws {
    for name in ["cleanse_plugin_configure2", "cleanse_plugin_configur"] {
      var image = try samplePlugin()
      image.symbols[1].name = name
      #expect(try inspect(image.bytes, in: scratch).codes == ["plugin/no-entry-point"])
    }
  }

  @Test("the cost of symbols does not depend on the length of their names", .timeLimit(.minutes(1)))
  func longNames() throws {
    var image = try samplePlugin()
    image.symbols[0].name = "$s7Cleanse" + String(repeating: "1", count: 1 << 20)
    image.symbols += [ElfImage.Symbol](repeating: ElfImage.Symbol(name: ""), count: 40_000)
    var layout = image.layout
    // All but the entry point get the long name, which is the first in the table.
    for index in 3...image.symbols.count {
      layout.put(1, at: layout.symbols + 24 * index, size: 4)
    }
    #expect(try inspect(layout.bytes, in: scratch).codes == [])
  }

  @Test("a rejected plugin is still described when its note can be read")
  func rejectedDescription() throws {
    var image = try samplePlugin()
    image.symbols.removeLast()
    let inspection = try inspect(image.bytes, in: scratch)
    #expect(inspection.description?.manifest.identifier == "org.example.words")
    #expect(inspection.diagnostics.first?.provenance?.origin == "org.example.words")
    #expect(inspection.outcome != .rejected(nil))
  }

  @Test("a shared library without a note is not a plugin, whatever else is odd about it")
  func notAPlugin() throws {
    var odd = ElfImage()
    odd.hasDynamicSection = false
    odd.symbols = []
    var cut = ElfImage().layout
    cut.truncate(to: cut.symbols)
    var named = ElfImage()
    named.hasInterpreter = true
    named.name = "libc.so.6"
    // Modules of PAM that are also programs were called executables, because they have no name.
    var unnamed = ElfImage()
    unnamed.hasInterpreter = true
    var notes = ElfImage()
    notes.notes = [ElfImage.Note(name: Array("GNU\0".utf8), content: [], contentSize: 1 << 30)]
    var sections = ElfImage().layout
    sections.put(.max - 63, at: 40, size: 8)
    sections.put(0xFFFF, at: 60, size: 2)
    for bytes in [
      ElfImage().bytes, odd.bytes, cut.bytes, named.bytes, unnamed.bytes, notes.bytes,
      sections.bytes,
    ] {
      let inspection = try inspect(bytes, in: scratch)
      #expect(isLibraryWithoutNote(inspection))
      #expect(inspection.diagnostics.isEmpty)
    }
  }

  // The only finding about a plugin in C without the macro was that the directory may be mistyped.
  @Test("libraries without a note are named where there is no plugin, with what they lack")
  func unmarked() throws {
    var c = ElfImage()
    c.needed = ["libc.so.6"]
    var other = c
    other.symbols.removeLast()
    let swift = ElfImage()
    let found = try [c, other, swift].map { try inspect($0.bytes, in: scratch) }
    #expect(found.map(\.lacksNote) == [true, false, true])
    let findings = AbsenceValidator.findings(in: found, of: [scratch.path])
    expectGolden(
      scratch.anonymous(findings.map(\.description).joined(separator: "\n")),
      "none-found-unmarked")
    let lines = UnmarkedLibrary.all(in: found).map { "\($0.finding), as \($0.cause)" }
    expectGolden(lines.joined(separator: "\n"), "unmarked-libraries")
  }

  @Test(
    "a linker script is not a plugin",
    arguments: [
      "/* GNU ld script */\nOUTPUT_FORMAT(elf64-x86-64)\nGROUP ( /lib/libc.so.6 )\n",
      "INPUT(libncurses.so.6 -ltinfo)", " /* a */\n/* b */ GROUP  (x)",
    ])
  func linkerScript(_ text: String) throws {
    let inspection = try inspect(Array(text.utf8), in: scratch)
    #expect(inspection.outcome == .notAPlugin("a linker script"))
  }

  @Test("a text that only mentions a linker's command is not a linker script")
  func noLinkerScript() throws {
    for text in ["GROUPS(x)", "see GROUP(x)", "/* GROUP(x)", "INPUT"] {
      #expect(try inspect(Array(text.utf8), in: scratch).codes == ["plugin/not-elf"])
    }
  }

  @Test("a plugin for an older interface is reported with the fix to rebuild it")
  func olderInterface() throws {
    let path = try scratch.write(try samplePlugin().bytes, to: "plugin.so")
    let host = ABIStamp(
      abi: 2, architecture: hostStamp.architecture, language: "swift",
      framework: hostStamp.framework, interface: hostStamp.interface, compiler: hostStamp.compiler)
    let inspection = PluginInspector(host: host).inspect(PluginFile(path: path))
    #expect(inspection.codes == ["plugin/abi-mismatch"])
    expectGolden(scratch.anonymous(inspection.report), "stamp-older-interface")
  }

  @Test("a plugin of a recorded version that the host runs fits, as does one of the same interface")
  func recordedABI() throws {
    for (abi, interface, fits) in [
      ("0.1", "fedcba9876543210", true), ("0.2", "fedcba9876543210", true),
      ("0.3", "fedcba9876543210", false), ("0.3", "0123456789abcdef", true),
      (nil, "0123456789abcdef", true), (nil, "fedcba9876543210", false),
      ("0.10", "fedcba9876543210", false),
    ] {
      let stamp = ABIStamp(
        abi: 1, architecture: hostStamp.architecture, language: "swift", framework: "9.9.9",
        frameworkABI: abi, interface: interface, compiler: hostStamp.compiler)
      let inspection = try inspect(try samplePlugin(sampleNote(stamp: stamp)).bytes, in: scratch)
      #expect(
        inspection.codes == (fits ? [] : ["plugin/stamp-mismatch"]), "\(abi ?? "-") \(interface)")
    }
  }

  @Test("a plugin above the size limit is not read")
  func tooLarge() throws {
    let path = try scratch.write(try samplePlugin().bytes, to: "plugin.so")
    #expect(truncate(path, (256 << 20) + 1) == 0)
    let inspection = PluginInspector(host: hostStamp).inspect(PluginFile(path: path))
    #expect(inspection.codes == ["plugin/too-large"])
    expectGolden(scratch.anonymous(inspection.report), "too-large")
  }

  @Test("a plugin in a directory whose name the dynamic linker would expand is not used")
  func expandedPath() throws {
    let directory = try scratch.makeDirectory("$LIB")
    try scratch.write(try samplePlugin().bytes, to: "$LIB/plugin.so")
    let file = try #require(try PluginDirectory.files(in: [directory]).first)
    let inspection = PluginInspector(host: hostStamp).inspect(file)
    #expect(inspection.codes == ["plugin/unusable-path"])
    expectGolden(scratch.anonymous(inspection.report), "unusable-path")
    // The path that gets loaded counts.
    try scratch.link("link.so", to: "$LIB/plugin.so")
    let link = try #require(try PluginDirectory.files(in: [scratch.path]).first)
    #expect(PluginInspector(host: hostStamp).inspect(link).codes == ["plugin/unusable-path"])
  }

  // They were reported as writable by other users.
  @Test("a plugin whose absolute path is not UTF-8 is not used, wherever it is found from")
  func pathIsNotText() throws {
    let odd = FilePath(scratch.path).appending(FilePath(bytes: [0xFF]))
    try #require(mkdir(odd.cString, 0o755) == 0)
    defer { remove(odd.cString) }
    try scratch.write(try samplePlugin().bytes, to: "plugin.so")
    let plugin = odd.appending("plugin.so")
    try #require(rename(scratch.path(of: "plugin.so"), plugin.cString) == 0)
    defer { remove(plugin.cString) }
    try #require(
      symlink(odd.cString, FilePath(scratch.path(of: "link")).cString) == 0)
    let file = try #require(try PluginDirectory.files(in: [scratch.path(of: "link")]).first)
    let inspection = PluginInspector(host: hostStamp).inspect(file)
    #expect(inspection.codes == ["plugin/unusable-path"])
    expectGolden(scratch.anonymous(inspection.report), "unusable-path-not-utf8")
    let named = PluginDirectory.file(at: scratch.path(of: "link/plugin.so"))
    #expect(PluginInspector(host: hostStamp).inspect(named).codes == ["plugin/unusable-path"])
  }

  @Test("each obstacle to a path has a message and a fix")
  func obstacles() {
    let obstacles: [PathObstacle] = [
      .workingDirectory(errno: ENOENT), .workingDirectory(errno: EACCES),
      .unresolved(errno: EACCES),
    ]
    expectGolden(
      obstacles.map { obstacle in
        FileDefect.unusablePath(obstacle).diagnostic(of: PluginFile(path: "words.so"), origin: nil)
          .description
      }.joined(separator: "\n"), "unusable-path-unknown")
  }

  @Test("a library that is not a plugin may be anywhere")
  func expandedPathOfALibrary() throws {
    #expect(try inspect(ElfImage().bytes, in: scratch, as: "$x.so").codes == [])
  }

  @Test("the target of a link is reported next to the finding")
  func link() throws {
    try scratch.write([], to: "real.so.1")
    try scratch.link("link.so", to: "real.so.1")
    let file = try #require(try PluginDirectory.files(in: [scratch.path]).first)
    let inspection = PluginInspector(host: hostStamp).inspect(file)
    expectGolden(scratch.anonymous(inspection.report), "link-to-empty-file")
  }
}

/// Whether it was recognised as a library that claims to be nothing else; further findings
/// depend on what the library needs.
private func isLibraryWithoutNote(_ inspection: PluginInspection) -> Bool {
  guard case .notAPlugin(let description) = inspection.outcome else { return false }
  return description.hasPrefix("a shared library without a Cleanse note")
}
