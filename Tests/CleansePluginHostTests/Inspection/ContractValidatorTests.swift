import CleanseSupport
import CleanseTestSupport
import ElfImages
@testable import CleansePluginFiles
import CleansePluginMetadata
import Testing

@Suite("Contracts of plugins")
struct ContractValidatorTests {
  private let scratch: TemporaryDirectory

  init() throws {
    scratch = try TemporaryDirectory()
  }

  private func contract(
    _ version: String, build: String = "0123456789abcdef"
  ) throws -> Contract {
    Contract(
      identifier: "org.example.filters", version: try SemanticVersion(version),
      build: build)
  }

  private func library(_ provided: [Contract], isEvolving: Bool = true) throws -> ElfImage {
    var library = ElfImage()
    library.notes = try provided.map { ElfImage.Note(type: 2, content: try $0.json()) }
    library.needed = []
    library.symbols = [.init(name: isEvolving ? "$s3API6FilterPTL" : "$s3API6FilterPMp")]
    return library
  }

  @Test("the modules of a contract are those of the protocols that its library defines")
  func modules() throws {
    var library = try library([contract("1.2.0")])
    library.symbols = [
      .init(name: "$s7ShopApi7GreeterMp"), .init(name: "$s7ShopApi4RootVMa"),
      .init(name: "$sSHMp"), .init(name: "$s99AMp"), .init(name: "$s3APIMp"), .init(name: "main"),
      .init(name: "$s8OtherApi0A0Mp"), .init(name: "$s99999999999999999999AMp"),
    ]
    let path = try scratch.write(library.bytes, to: "libShopApi.so")
    let found = try #require(LoadedContract.of(path).first)
    #expect(found.contract.identifier == "org.example.filters" && found.contract.file == path)
    #expect(found.modules == ["ShopApi", "OtherApi"])
    #expect(LoadedContract.of("\(scratch.path)/absent").isEmpty)
    library.notes = []
    #expect(LoadedContract.of(try scratch.write(library.bytes, to: "plain.so")).isEmpty)
  }

  /// Inspects a plugin that was built against version 1.2.0 with a library.
  private func inspect(
    _ provided: [Contract], isEvolving: Bool = true, note: [UInt8]? = nil,
    inProcess: Bool = false, loading loaded: [String] = [],
    describing described: [ProvidedContract] = []
  ) throws -> PluginInspection {
    var library = try library(provided, isEvolving: isEvolving)
    if let note { library.notes = [ElfImage.Note(type: 2, content: note)] }
    let path = try scratch.write(library.bytes, to: "libFilters.so")
    let plain = try sampleNote()
    let plugin = ElfImage(
      note: try PluginNote(
        manifest: plain.manifest, stamp: plain.stamp, contracts: [contract("1.2.0")]
      ).json(), needing: inProcess ? [] : ["libFilters.so"])
    var process = HostProcess.current
    process.libraryPaths += inProcess ? [path] : loaded
    process.contracts = described
    let inspector = PluginInspector(host: hostStamp, process: process)
    let inspection = inspector.inspect(
      PluginFile(path: try scratch.write(plugin.bytes, to: "plugin.so")))
    try #require(inspection.usable != nil, "\(inspection.report)")
    return ContractValidator.validate([inspection], inspector.libraries)[0]
  }

  @Test(
    "a library fits if its version does, and it has evolution or is the same build",
    arguments: [
      ("1.2.0", true, "0123456789abcdef", true), ("1.3.1", true, "fedcba9876543210", true),
      ("1.2.0", false, "0123456789abcdef", true), ("1.2.0", false, "fedcba9876543210", false),
      ("1.1.9", true, "0123456789abcdef", false), ("2.0.0", true, "0123456789abcdef", false),
    ])
  func versions(version: String, isEvolving: Bool, build: String, fits: Bool) throws {
    let inspection = try inspect(
      [contract(version, build: build)], isEvolving: isEvolving)
    #expect(inspection.codes == (fits ? [] : ["plugin/contract-mismatch"]))
    #expect((inspection.usable != nil) == fits)
    if !fits {
      expectGolden(
        scratch.anonymous(inspection.report), "contract-\(version)\(isEvolving ? "" : "-build")")
    }
  }

  @Test("one of several contracts of a library is found, also in a library of the process")
  func several() throws {
    let other = Contract(
      identifier: "org.example.other", version: try SemanticVersion("9.0.0"), build: "0")
    #expect(try inspect([other, contract("1.2.0")]).codes.isEmpty)
    #expect(try inspect([contract("1.2.0")], inProcess: true).codes.isEmpty)
    #expect(try inspect([contract("1.1.0")], inProcess: true).codes == ["plugin/contract-mismatch"])
    let missing = try inspect([other])
    #expect(missing.codes == ["plugin/missing-contract"])
    expectGolden(scratch.anonymous(missing.report), "contract-missing")
  }

  @Test("a contract that is linked into the plugin is not shared")
  func contained() throws {
    let sample = try sampleNote()
    let note = try PluginNote(
      manifest: sample.manifest, stamp: sample.stamp, contracts: [contract("1.2.0")])
    var plugin = ElfImage(note: try note.json(), needing: [])
    plugin.notes.append(.init(type: 2, content: try contract("1.2.0").json()))
    let inspector = PluginInspector(host: hostStamp)
    let inspection = inspector.inspect(
      PluginFile(path: try scratch.write(plugin.bytes, to: "plugin.so")))
    try #require(inspection.usable != nil, "\(inspection.report)")
    let result = ContractValidator.validate([inspection], inspector.libraries)[0]
    #expect(result.codes == ["plugin/embedded-contract"])
    expectGolden(scratch.anonymous(result.report), "contract-contained")
  }

  @Test("a library whose note is malformed provides nothing")
  func malformed() throws {
    for note in ["{", "[]", "{}", #"{"identifier":"x","version":"1","build":""}"#] {
      let inspection = try inspect([], note: Array(note.utf8))
      #expect(inspection.codes == ["plugin/missing-contract"])
      #expect(inspection.report.contains("libFilters.so has a malformed note of a contract"))
    }
    #expect(try !inspect([]).report.contains("malformed"))
  }

  @Test("the libraries of a process that is only described replace those of the plugin")
  func described() throws {
    func codes(_ version: String) throws -> [String] {
      let described = ProvidedContract(
        try contract(version), isEvolving: true, file: "libFilters.so")
      return try inspect([contract("1.2.0")], describing: [described]).codes
    }
    #expect(try codes("1.2.1").isEmpty)
    #expect(try codes("1.1.0") == ["plugin/contract-mismatch"])
  }

  @Test(
    "only one library of a contract is used",
    arguments: [
      ("libFilters.so", "1.2.0", true), ("libFilters.so", "1.3.0", false),
      ("libFilters.so.2", "1.2.0", false),
    ])
  func copies(name: String, version: String, isSame: Bool) throws {
    let inspector = PluginInspector(host: hostStamp, process: .current)
    let inspections = try [
      ("a", "libFilters.so", "1.2.0"), ("b", name, version), ("c", name, "1.2.0"),
    ]
    .map { directory, library, version in
      let sample = try sampleNote(identifier: "org.example.\(directory)")
      let note = try PluginNote(
        manifest: sample.manifest, stamp: sample.stamp, contracts: [contract("1.2.0")])
      try scratch.write(self.library([contract(version)]).bytes, to: "\(directory)/\(library)")
      let plugin = ElfImage(note: try note.json(), needing: [library])
      return inspector.inspect(
        PluginFile(path: try scratch.write(plugin.bytes, to: "\(directory)/plugin.so")))
    }
    let results = ContractValidator.validate(inspections, inspector.libraries)
    #expect(results[0].codes.isEmpty)
    #expect(results[1].codes == (isSame ? [] : ["plugin/duplicate-contract"]))
    // The third plugin is compared with the first, because the second is not used.
    #expect(results[2].codes == (name == "libFilters.so" ? [] : ["plugin/duplicate-contract"]))
    if !isSame {
      expectGolden(scratch.anonymous(results[1].report), "contract-copy-\(name)")
    }
  }

  /// A plugin in C that was built against a header.
  private func plugin(
    _ name: String, including header: String, needing libraries: [String] = []
  ) throws -> PluginFile {
    var plugin = ElfImage(
      note: try sampleNote(identifier: "org.example.\(name)").json(), needing: libraries)
    // One of each source file.
    plugin.notes += [.init(type: 4, content: Array(header.utf8))]
    plugin.notes += [.init(type: 4, content: Array(header.utf8))]
    return PluginFile(path: try scratch.write(plugin.bytes, to: "\(name).so"))
  }

  private func header(_ version: String) -> String {
    #"{"identifier":"org.example.filters","version":"\#(version)"}"#
  }

  @Test(
    "a header in C is compared with a library by its version alone",
    arguments: [("1.2.0", true), ("1.3.0", true), ("1.1.9", false), ("2.0.0", false)])
  func headerAndLibrary(version: String, fits: Bool) throws {
    let library = try library([contract(version)], isEvolving: false)
    try scratch.write(library.bytes, to: "libFilters.so")
    let inspector = PluginInspector(host: hostStamp, process: .current)
    let inspection = try inspector.inspect(
      plugin("plugin", including: header("1.2.0"), needing: ["libFilters.so"]))
    let used = try contract("1.2.0", build: "")
    #expect(inspection.description?.contracts == [used])
    let result = ContractValidator.validate([inspection], inspector.libraries)[0]
    #expect(result.codes == (fits ? [] : ["plugin/contract-mismatch"]))
  }

  @Test("headers of plugins in C, which need no library, are compared with each other")
  func headers() throws {
    let inspector = PluginInspector(host: hostStamp, process: .current)
    let inspections = try [("a", "1.2.0"), ("b", "1.0.0"), ("c", "2.0.0"), ("d", "2.1.0")].map {
      try inspector.inspect(plugin($0, including: header($1)))
    }
    let results = ContractValidator.validate(inspections, inspector.libraries)
    let mismatch = ["plugin/contract-mismatch"]
    #expect(results.map(\.codes) == [[], [], mismatch, mismatch])
    expectGolden(scratch.anonymous(results[2].report), "contract-header")
  }

  @Test("a header is compared with the library that another plugin uses")
  func headerAndOtherLibrary() throws {
    try scratch.write(library([contract("1.2.0")]).bytes, to: "libFilters.so")
    let sample = try sampleNote(identifier: "org.example.a")
    let note = try PluginNote(
      manifest: sample.manifest, stamp: sample.stamp, contracts: [contract("1.2.0")])
    let swift = ElfImage(note: try note.json(), needing: ["libFilters.so"])
    let inspector = PluginInspector(host: hostStamp, process: .current)
    let first = inspector.inspect(PluginFile(path: try scratch.write(swift.bytes, to: "a.so")))
    for (version, fits) in [("1.5.0", true), ("2.0.0", false)] {
      let second = try inspector.inspect(plugin("b", including: header(version)))
      for order in [[first, second], [second, first]] {
        let results = ContractValidator.validate(order, inspector.libraries)
        #expect(results[1].codes == (fits ? [] : ["plugin/contract-mismatch"]))
      }
    }
  }

  @Test("a header whose version is no version is refused")
  func malformedHeader() throws {
    let inspector = PluginInspector(host: hostStamp, process: .current)
    let inspection = try inspector.inspect(plugin("plugin", including: header("1.2")))
    #expect(inspection.codes == ["plugin/malformed-manifest"])
    #expect(inspection.report.contains("CLEANSE_CONTRACT"), "\(inspection.report)")
  }

  // Its versions were compared with the library and with the other plugins only, so a host without these used it.
  @Test("a plugin in C whose sources were compiled with two versions of a header is refused")
  func contradictoryHeaders() throws {
    func inspection(_ versions: String...) throws -> PluginInspection {
      var plugin = ElfImage(note: try sampleNote().json(), needing: [])
      plugin.notes += versions.map { .init(type: 4, content: Array(header($0).utf8)) }
      let path = try scratch.write(plugin.bytes, to: "plugin.so")
      let inspector = PluginInspector(host: hostStamp, process: .current)
      let inspected = inspector.inspect(PluginFile(path: path))
      return ContractValidator.validate([inspected], inspector.libraries)[0]
    }
    let refused = try inspection("2.0.0", "1.2.0", "2.1.0")
    #expect(refused.codes == ["plugin/contract-mismatch"])
    expectGolden(scratch.anonymous(refused.report), "contract-contradiction")
    #expect(try inspection("1.2.0", "1.3.0").codes.isEmpty)
    #expect(try inspection("0.2.0", "0.3.0").codes == ["plugin/contract-mismatch"])
  }

  // Each was a finding of its own: a file of 1 MB caused a report of many.
  @Test("thousands of notes of contracts are one finding", arguments: [6, 250, 4000, 100_000])
  func manyHeaders(count: Int) throws {
    var plugin = ElfImage(note: try sampleNote().json(), needing: [])
    plugin.notes += (0..<count).map { .init(type: 4, content: Array("\"\($0)".utf8)) }
    let path = try scratch.write(plugin.bytes, to: "plugin.so")
    let inspection = PluginInspector(host: hostStamp, process: .current).inspect(
      PluginFile(path: path))
    let isExcessive = count > LibraryContracts.usedLimit
    #expect(
      inspection.codes == [isExcessive ? "plugin/malformed-note" : "plugin/malformed-manifest"])
    #expect(inspection.report.utf8.count < 2000)
    expectGolden(scratch.anonymous(inspection.report), "contract-notes-\(count)")
  }

  @Test("a second library beside one that the process has loaded is not used")
  func loaded() throws {
    let path = try scratch.write(library([contract("1.2.0")]).bytes, to: "libLoaded.so")
    let inspection = try inspect([contract("1.2.0")], loading: [path])
    #expect(inspection.codes == ["plugin/duplicate-contract"])
    #expect(inspection.report.contains("the process has loaded"))
  }
}

extension ElfImage {
  /// A plugin that needs libraries of its own directory.
  fileprivate init(
    note: [UInt8], needing libraries: [String]
  ) {
    self.init(note: note)
    needed += libraries
    runPath = "$ORIGIN"
  }
}
