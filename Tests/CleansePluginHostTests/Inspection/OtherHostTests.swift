import CleanseSupport
import CleanseTestSupport
import ElfImages
@testable import CleansePluginFiles
@testable import CleansePluginMetadata
import Testing

@Suite("Comparison with another host")
struct OtherHostTests {
  private let scratch: TemporaryDirectory

  init() throws {
    scratch = try TemporaryDirectory()
  }

  private func stamp(_ abi: String?, compiler: String? = hostStamp.compiler) -> ABIStamp {
    ABIStamp(
      abi: 1, architecture: hostStamp.architecture, language: "swift", framework: "9.0.0",
      frameworkABI: abi, interface: "interface of \(abi ?? "nothing")", compiler: compiler)
  }

  /// Writes a library of the framework.
  private func writeRuntime(_ note: [UInt8]?, defining symbols: [String] = []) throws {
    var library = ElfImage()
    library.needed = []
    library.notes = note.map { [ElfImage.Note(type: 3, content: $0)] } ?? []
    library.symbols = symbols.map { .init(name: $0) }
    try scratch.write(library.bytes, to: "lib/libCleanseRuntime.so")
  }

  private func otherHost(_ directories: String...) throws -> OtherHost {
    let paths = directories.map(scratch.path)
    return try OtherHost(PluginDirectory.files(in: paths), in: paths)
  }

  private func inspect(_ note: PluginNote, imports: [String] = [], with host: OtherHost) throws
    -> PluginInspection
  {
    var image = ElfImage(note: try note.json())
    image.symbols = imports.map { .init(name: $0, kind: 0, section: 0) } + image.symbols
    let path = try scratch.write(image.bytes, to: "build/plugin.so")
    let inspector = PluginInspector(host)
    return ContractValidator.validate(
      [inspector.inspect(PluginFile(path: path))], inspector.libraries)[0]
  }

  @Test("the framework of a directory is that of the comparison")
  func framework() throws {
    let note = FrameworkNote(stamp: stamp("1.4"), runs: ["1.2", "1.3", "1.4"])
    try writeRuntime(note.json(), defining: ["$s7Cleanse6BinderVMn"])
    let host = try otherHost("lib")
    #expect(host.framework == note)
    #expect(try inspect(sampleNote(stamp: stamp("1.3")), with: host).codes.isEmpty)
    let newer = try inspect(sampleNote(stamp: stamp("1.5")), with: host)
    #expect(newer.codes == ["plugin/stamp-mismatch"])
    #expect(newer.report.contains("runs plugins of 1.2, 1.3, 1.4, the plugin has 1.5"))
    let symbols = ["$s7Cleanse6BinderVMn", "$s7Cleanse6FutureVMn", "swift_retain"]
    // A note that lies about its version.
    let lying = try inspect(sampleNote(stamp: stamp("1.3")), imports: symbols, with: host)
    #expect(lying.codes == ["plugin/undefined-framework-symbol"])
    #expect(lying.report.contains("$s7Cleanse6FutureVMn"))
  }

  @Test("a directory without a framework is compared with the running one")
  func running() throws {
    try scratch.makeDirectory("lib")
    let host = try otherHost("lib")
    #expect(host.framework == nil)
    #expect(try inspect(sampleNote(stamp: .host), with: host).codes.isEmpty)
    #expect(
      try inspect(sampleNote(stamp: stamp("1.3")), with: host).codes == ["plugin/stamp-mismatch"])
  }

  @Test("a library of the framework that does not describe itself is refused")
  func unreadable() throws {
    let notes: [([UInt8]?, String)] = [
      (nil, "has no note of the framework"), (Array("{}".utf8), "can't be read: field `stamp`"),
      (Array("x".utf8), "can't be read"),
      (
        Array(#"{"stamp":{"abi":1,"architecture":"x","language":"swift"},"runs":[]}"#.utf8),
        "framework"
      ),
    ]
    for (note, reason) in notes {
      try writeRuntime(note)
      let error = try #require(throws: OtherHost.Unreadable.self) { try otherHost("lib") }
      #expect(error.reason.contains(reason))
      #expect(error.path.hasSuffix("lib/libCleanseRuntime.so"))
    }
    try scratch.write("text", to: "lib/libCleanseRuntime.so")
    #expect(throws: OtherHost.Unreadable.self) { try otherHost("lib") }
  }

  @Test("plugins of the other host satisfy requirements, and do not replace inspected ones")
  func requirements() throws {
    let stations = try ElfImage(
      note: sampleNote(identifier: "org.example.stations", version: "2.1.0", stamp: .host).json())
    try scratch.write(stations.bytes, to: "plugins/stations.so")
    let host = try otherHost("plugins")
    #expect(host.plugins.map(\.identifier) == ["org.example.stations"])
    func codes(_ range: String, and others: [PluginInspection] = []) throws -> [String] {
      let note = try sampleNote(stamp: .host, requires: ["org.example.stations": range])
      return RequirementValidator.validate(
        [try inspect(note, with: host)] + others, present: host.plugins)[0].codes
    }
    #expect(try codes(">=2.0.0 <3.0.0").isEmpty)
    #expect(try codes(">=3.0.0 <4.0.0") == ["plugin/unmet-requirement"])
    let own = try inspect(
      sampleNote(identifier: "org.example.stations", version: "3.0.0", stamp: .host), with: host)
    #expect(try codes(">=2.0.0 <3.0.0", and: [own]) == ["plugin/unmet-requirement"])
  }

  @Test("a described host has contracts without their libraries")
  func described() throws {
    let built = Contract(
      identifier: "org.example.filters", version: try SemanticVersion("1.2.0"), build: "0")
    let sample = try sampleNote(stamp: .host)
    let note = PluginNote(manifest: sample.manifest, stamp: sample.stamp, contracts: [built])
    func codes(_ version: String) throws -> [String] {
      let provided = ProvidedContract(
        Contract(
          identifier: built.identifier, version: try SemanticVersion(version), build: "1"),
        isEvolving: true, file: "libFilters.so")
      let host = OtherHost(
        HostDescription(
          framework: FrameworkNote(stamp: .host, runs: []), contracts: [provided]), plugins: [])
      var image = ElfImage(note: try note.json())
      image.needed += ["libFilters.so"]
      let path = try scratch.write(image.bytes, to: "build/plugin.so")
      let inspector = PluginInspector(host)
      return ContractValidator.validate(
        [inspector.inspect(PluginFile(path: path))], inspector.libraries)[0].codes
    }
    #expect(try codes("1.2.3").isEmpty)
    #expect(try codes("1.1.0") == ["plugin/contract-mismatch"])
    #expect(try codes("2.0.0") == ["plugin/contract-mismatch"])
  }

  // Plugins were judged by the symbols and the settings of the process that compares them.
  @Test("the symbols and the settings of this process do not apply to another host")
  func otherProcess() throws {
    try scratch.makeDirectory("lib")
    let process = try otherHost("lib").process
    #expect(!process.knowsInterposition)
    #expect(process.staticStorageLimit == StaticStorage.limit(reserving: nil))
  }

  // The plugin was compared with an application that has no library of the contract, since this one has loaded one of its own.
  @Test("a contract of a directory takes the place of the one that this process has loaded")
  func contracts() throws {
    let sample = try sampleNote(stamp: .host)
    func contract(_ version: String) throws -> Contract {
      Contract(
        identifier: "org.example.filters", version: try SemanticVersion(version),
        build: "0123456789abcdef")
    }
    func write(_ version: String, to path: String) throws -> String {
      var library = ElfImage()
      library.needed = []
      library.notes = [ElfImage.Note(type: 2, content: try contract(version).json())]
      return try scratch.write(library.bytes, to: path)
    }
    var current = HostProcess.current
    current.libraryPaths = [try write("2.0.0", to: "own/libFilters.so")]
    current.libraryNames.insert("libFilters.so")
    current.programNames.insert("libFilters.so")
    let note = PluginNote(
      manifest: sample.manifest, stamp: sample.stamp, contracts: [try contract("1.2.0")])
    var image = ElfImage(note: try note.json())
    image.needed += ["libFilters.so"]
    let plugin = PluginFile(path: try scratch.write(image.bytes, to: "build/plugin.so"))
    func codes() throws -> [String] {
      let paths = [scratch.path(of: "other")]
      let host = try OtherHost(PluginDirectory.files(in: paths), in: paths, from: current)
      let inspector = PluginInspector(host)
      return ContractValidator.validate([inspector.inspect(plugin)], inspector.libraries)[0].codes
    }
    _ = try write("1.2.0", to: "other/libFilters.so")
    #expect(try codes().isEmpty)
    _ = try write("1.1.0", to: "other/libFilters.so")
    #expect(try codes() == ["plugin/contract-mismatch"])
  }
}
