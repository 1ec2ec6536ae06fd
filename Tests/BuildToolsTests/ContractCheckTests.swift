import CleanseBuildTools
import CleanseTestSupport
import CleansePluginMetadata
import Testing
import plugin_manifest

@Suite("Contracts and their versions")
struct ContractCheckTests {
  private let directory: TemporaryDirectory
  private let compiler: String

  init() throws {
    directory = try TemporaryDirectory()
    compiler = try Toolchain.swiftc
    try version("1.0.0")
    try source("public protocol Filter {\n  func run(_ text: String) -> String\n}\n")
  }

  private func version(_ text: String) throws {
    try directory.write(
      #"{"identifier": "org.example.filters", "version": "\#(text)", "summary": "Filters"}"#,
      to: "Filters/contract.json")
  }

  private func source(_ text: String) throws {
    try directory.write(text, to: "Filters/Filter.swift")
  }

  private func header(_ text: String) throws {
    try directory.write(text, to: "CFilters/include/filters.h")
  }

  private var sources: ContractSources {
    ContractSources(
      manifest: directory.path + "/Filters/contract.json",
      module: ModuleSources(name: "Filters", directory: directory.path + "/Filters"),
      headers: ContractHeaders(
        directory.contains("CFilters") ? [directory.path + "/CFilters/include"] : []),
      compiler: compiler, directory: directory.path + "/work")
  }

  private func command(_ conditions: [String] = [], _ more: [String] = []) -> ContractCommand {
    ContractCommand(
      manifest: directory.path + "/Filters/contract.json",
      sources: (["Filters"] + more).map(directory.path), conditions: conditions)
  }

  private func check() throws -> (text: String, isPassed: Bool) {
    try ContractCheck(sources, recordings: directory.path + "/Contracts").run()
  }

  private func record() throws -> (text: String, isPassed: Bool) {
    try ContractCheck(sources, recordings: directory.path + "/Contracts").record()
  }

  @Test("the generated file has the contract, for its note and for the builds of plugins")
  func generated() throws {
    let file = try directory.write(command().run(), to: "ContractNote.swift")
    let contract = try ContractCommand.contract(in: file)
    #expect(contract.identifier == "org.example.filters")
    #expect("\(contract.version)" == "1.0.0")
    #expect(contract.build.count == 16)
    let words = try contract.elfNote().count / 4
    #expect(try directory.text(of: "ContractNote.swift").contains("InlineArray<\(words), UInt32>"))
    try directory.write("// nothing", to: "ContractNote.swift")
    #expect(throws: ToolError.self) { try ContractCommand.contract(in: file) }
  }

  @Test("the digest depends on everything that can change the layout of types")
  func build() throws {
    func build(_ conditions: String..., and more: String...) throws -> String {
      let file = try directory.write(
        command(conditions, more).run(), to: "ContractNote.swift")
      return try ContractCommand.contract(in: file).build
    }
    var builds = [try build()]
    #expect(try build() == builds[0])
    try source("public struct Filter {\n  private var size = 0\n}\n")
    builds.append(try build())
    try source("public struct Filter {\n  private var size = 0.0\n}\n")
    builds.append(try build())
    builds.append(try build("LARGE"))
    try directory.write("struct Part {}\n", to: "Parts/Part.swift")
    builds.append(try build(and: "Parts"))
    try directory.write("struct Part { var size = 0 }\n", to: "Parts/Part.swift")
    builds.append(try build(and: "Parts"))
    try directory.write("// Hidden files of editors do not count.\n", to: "Filters/.swift")
    #expect(try build(and: "Parts") == builds.last)
    #expect(Set(builds).count == builds.count)
  }

  @Test("sources that can't be compiled on their own can't be checked")
  func uncompilable() throws {
    try source("public import Elsewhere\n")
    #expect(throws: ToolError.self) { try check() }
  }

  @Test("a contract is recorded once, and then compared")
  func recorded() throws {
    #expect(try check().text.contains("no version is recorded"))
    #expect(try !check().isPassed)
    #expect(try record().isPassed)
    #expect(directory.contains("Contracts/Filters-1.0.0.swiftinterface"))
    #expect(try check() == ("org.example.filters 1.0.0: the same interface as 1.0.0.\n", true))
    try version("0.9.0")
    #expect(try check().text.contains("older than the recorded version 1.0.0"))
    #expect(try !check().isPassed)
  }

  // A header with the version of the last release passed, so plugins in C were marked as built against that.
  @Test("a header in C has to state the version of the contract")
  func headers() throws {
    try header(
      """
      /* CLEANSE_CONTRACT(filters, "org.example.filters", "0.1.0") was that of the draft. */
      CLEANSE_CONTRACT(other, "org.example.others", "2.0.0")
      CLEANSE_CONTRACT(
        filters, "org.example.filters", "1.0.0")

      """)
    #expect(try record().isPassed)
    #expect(try check().isPassed)
    try version("1.1.0")
    for result in [try check(), try record()] {
      #expect(!result.isPassed)
      #expect(result.text.contains("CLEANSE_CONTRACT in filters.h has the version 1.0.0. Write"))
    }
    #expect(!directory.contains("Contracts/Filters-1.1.0.swiftinterface"))
    try header("CLEANSE_CONTRACT(filters, \"org.example.filters\", \"1.1.0\")\n")
    #expect(try check().isPassed)
    try directory.write([0xFF, 0x00, 0x28], to: "CFilters/include/damaged.h")
    #expect(try record().isPassed)
  }

  @Test("additions need a greater version")
  func additions() throws {
    _ = try record()
    try source(
      """
      public protocol Filter {
        func run(_ text: String) -> String
        func reset()
      }
      extension Filter {
        public func reset() {}
      }
      """)
    #expect(try !check().isPassed)
    #expect(try check().text.contains("adds declarations to 1.0.0"))
    #expect(try !record().isPassed)
    try version("1.0.1")
    #expect(
      try check() == (
        "org.example.filters 1.0.1: compatible with plugins that were built against 1.0.0.\n", true
      ))
    #expect(try record().isPassed)
    #expect(try check().text.contains("the same interface as 1.0.1"))
  }

  @Test(
    "changes that break plugins need a new major version",
    arguments: [
      (
        "public protocol Filter {\n  func run(_ text: String) -> String\n  func reset()\n}\n",
        "reset() has been added as a protocol requirement"
      ),
      (
        "public protocol Filter {\n  func run(_ text: [String]) -> String\n}\n",
        "has parameter 0 type change from"
      ),
      ("public protocol Other {}\n", "Protocol Filter has been removed"),
    ])
  func breaks(text: String, message: String) throws {
    _ = try record()
    try source(text)
    for next in ["1.0.0", "1.7.0"] {
      try version(next)
      let (report, isPassed) = try check()
      #expect(!isPassed)
      #expect(report.contains("plugins of 1.0.0 would break") && report.contains("2.0.0"))
      #expect(report.contains("Filters: ") && report.contains(message), "\(report)")
      // The advice was a major version, although a default implementation is enough.
      #expect(
        report.contains("if an extension of its protocol implements it")
          == message.hasSuffix("protocol requirement"), "\(report)")
      #expect(try !record().isPassed)
    }
    try version("2.0.0")
    #expect(try check().isPassed)
    #expect(
      try check().text.contains(
        "a new major version; plugins that were built against 1.0.0 need a rebuild"))
    #expect(try record().isPassed)
    #expect(try check().text.contains("the same interface as 2.0.0"))
  }

  @Test(
    "a case that is removed breaks plugins; one that is added does not, unless the type is frozen")
  func cases() throws {
    func enumeration(_ cases: String, _ attribute: String = "") throws {
      try source("\(attribute)public enum Ending {\n  case \(cases)\n}\n")
    }
    try enumeration("lf, crlf")
    _ = try record()
    try version("1.1.0")
    try enumeration("lf, crlf, cr")
    #expect(try check().isPassed)
    try enumeration("lf")
    #expect(try check().text.contains("crlf has been removed"))
    try version("2.0.0")
    try enumeration("lf, crlf", "@frozen ")
    #expect(try record().isPassed)
    try version("2.1.0")
    try enumeration("lf, crlf, cr", "@frozen ")
    #expect(try !check().isPassed)
  }

  @Test("before 1.0.0, a new minor version may break plugins")
  func provisional() throws {
    try version("0.1.3")
    _ = try record()
    try source("public protocol Other {}\n")
    try version("0.1.4")
    #expect(try check().text.contains("0.2.0"))
    try version("0.2.0")
    #expect(try check().isPassed)
  }

  @Test(
    "a note among the sources is that of the version and of the sources, and recorded with them")
  func note() throws {
    func text() throws -> String { try directory.text(of: "Filters/ContractNote.swift") }
    _ = try record()
    #expect(!directory.contains("Filters/ContractNote.swift"))
    try directory.write("", to: "Filters/ContractNote.swift")
    #expect(try !check().isPassed)
    #expect(try check().text.contains("ContractNote.swift does not describe a contract"))
    #expect(try record().isPassed)
    #expect(try check().isPassed)
    #expect(
      try ContractCommand.contract(in: directory.path(of: "Filters/ContractNote.swift"))
        == command().contract())
    // The note is no part of what it describes.
    let recorded = try text()
    #expect(try record().isPassed && text() == recorded)
    try version("1.0.1")
    #expect(
      try check().text.contains("1.0.1: ContractNote.swift is that of org.example.filters 1.0.0."))
    #expect(try record().isPassed)
    try source(
      "public protocol Filter {\n  func run(_ text: String) -> String\n}\nstruct Part {}\n")
    #expect(
      try check() == (
        """
        org.example.filters 1.0.1: the same interface as 1.0.1.
        org.example.filters 1.0.1: ContractNote.swift is that of other sources. Record it with --record.

        """, false
      ))
    #expect(try record().isPassed && check().isPassed)
    // A version that does not fit is not recorded, and neither is its note.
    let fitting = try text()
    try source("public protocol Other {}\n")
    #expect(try !record().isPassed && text() == fitting)
  }

  @Test("a file among the recorded ones that names no version is refused")
  func names() throws {
    try directory.write("", to: "Contracts/Filters-last.swiftinterface")
    let error = try #require(throws: ToolError.self) { try check() }
    #expect(error.description.contains("`last` in its name is not a semantic version"))
    // Those of other modules, and other files, are not read.
    try directory.write("", to: "Contracts/Filters-last.swiftinterface.orig")
    try directory.write("", to: "Contracts/Words-1.0.0.swiftinterface")
  }
}
