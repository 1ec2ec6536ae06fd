import CleansePluginHost
import CleanseTestSupport
import CleansePluginFiles
import CleansePluginMetadata
import Foundation
import Testing

/// The samples Redact and Number were built against version 1.0.0 of the contract of the library TextFilterAPI.
@Suite("Contracts of plugins", .blocking)
struct ContractTests {
  private static let library = "libTextFilterAPI.so"

  /// A directory with a sample and a library whose contract has another version.
  private func samples(_ version: String) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory(samples: ["Redact"])
    try directory.patch(
      Self.library, #"","version":"1.0.0"}"#, #"","version":"\#(version)"}"#)
    return directory
  }

  private func list(_ arguments: String..., in directory: TemporaryDirectory) throws -> HostRun {
    let run = try host(arguments: ["list"] + arguments, in: directory)
    // No code of a plugin runs, so what is refused here is not loaded elsewhere.
    return run
  }

  @Test("a later version of the same major version is used")
  func later() throws {
    let directory = try samples("1.4.2")
    let run = try list(".", in: directory)
    #expect(run.status == 0)
    #expect(run.output.contains(/text-filter +1\.4\.2 +1 plugin +\.\/libTextFilterAPI\.so/))
    let show = try host("show", ".", "org.cleanse.samples.redact", in: directory)
    #expect(
      show.output.contains(
        "contracts      org.cleanse.samples.text-filter 1.0.0, 1.4.2 from \(directory.path)/"))
    #expect(
      try host("validate", ".", in: directory).errors.contains("plugin/contract") == false)
  }

  // The rejected plugin was counted as a user of the contract.
  @Test("another version is refused before anything is loaded", arguments: ["2.0.0", "0.9.0"])
  func versions(version: String) throws {
    let directory = try samples(version)
    let run = try list(".", in: directory)
    #expect(run.status == 1)
    expectGolden(run, "contract-\(version)", in: directory)
    #expect(try host("validate", ".", in: directory).status == 1)
  }

  @Test("a library without the note of the contract, or with a damaged one, is refused")
  func notes() throws {
    let directory = try TemporaryDirectory(samples: ["Redact"])
    try directory.patch(
      Self.library, #""identifier":"org.cleanse.samples.text-filter""#,
      #""identifiex":"org.cleanse.samples.text-filter""#)
    let damaged = try list(".", in: directory)
    #expect(damaged.status == 1)
    expectGolden(damaged, "contract-damaged", in: directory)
    try directory.patch(Self.library, "Cleanse\0{\"build", "Cleansx\0{\"build")
    let missing = try list(".", in: directory)
    #expect(missing.status == 1)
    expectGolden(missing, "contract-missing", in: directory)
  }

  /// Compiles a plugin in C with a header of that version.
  private func compile(_ name: String, including version: String, in directory: TemporaryDirectory)
    throws
  {
    try CPlugin.compile(
      """
      #include <cleanse_plugin.h>
      CLEANSE_CONTRACT(words, "org.example.words", "\(version)")
      CLEANSE_PLUGIN("org.example.\(name)", "1.0.0", "Has words", "Ada") {
        CLEANSE_VALUE("int @\(name)", int, 1);
      }

      """, to: "\(name).so", in: directory)
  }

  // Contracts in C were left out, and so were the plugins in C that use the header of a library.
  @Test("list has the contracts in C with their users, also of a library's header")
  func listedHeaders() throws {
    let directory = try TemporaryDirectory()
    try compile("one", including: "1.2.0", in: directory)
    try compile("two", including: "1.0.0", in: directory)
    try compile("three", including: "1.0.0", in: directory)
    let header = try list(".", in: directory)
    #expect(
      header.output.contains(/org\.example\.words +1\.0\.0 +2 plugins +-\n/), "\(header.output)")
    #expect(
      header.output.contains(/org\.example\.words +1\.2\.0 +1 plugin +-\n/), "\(header.output)")
    try CPlugin.compile(
      """
      #include <cleanse_plugin.h>
      CLEANSE_CONTRACT_LIBRARY(words, "org.example.words", "1.2.0")

      """, to: "libWords.so", in: directory)
    let document = try list("--format", "json", ".", in: directory).json()
    let contracts = try #require(document["contracts"] as? [[String: Any]])
    #expect(contracts.map { $0["file"] as? String } == ["./libWords.so"])
    #expect(
      contracts.map { $0["users"] as? [String] } == [
        ["org.example.one", "org.example.three", "org.example.two"]
      ])
  }

  @Test("plugins in C with headers of two major versions are not both used")
  func headers() throws {
    let directory = try TemporaryDirectory()
    try compile("one", including: "1.2.0", in: directory)
    try compile("two", including: "1.0.0", in: directory)
    #expect(try list(".", in: directory).status == 0)
    try compile("two", including: "2.0.0", in: directory)
    let run = try list(".", in: directory)
    #expect(run.status == 1)
    #expect(
      run.errors.contains(
        "./two.so was built against version 2.0.0 of the contract org.example.words, not 1.2.0"),
      "\(run.errors)")
    let show = try host("show", ".", "org.example.one", in: directory)
    #expect(show.output.contains(/contracts +org\.example\.words 1\.2\.0\n/), "\(show.output)")
  }

  @Test("two directories that bring a contract in two versions do not both use theirs")
  func copies() throws {
    let directory = try TemporaryDirectory()
    for (folder, sample) in [("a", "Redact"), ("b", "Number")] {
      try directory.makeDirectory(folder)
      try directory.copy(
        ["lib\(sample).so", Self.library], to: folder, from: Build.plugins)
    }
    let equal = try list("a", "b", in: directory)
    #expect(equal.status == 0, "\(equal.errors)")
    try directory.patch("b/\(Self.library)", #"","version":"1.0.0"}"#, #"","version":"1.1.0"}"#)
    let run = try list("a", "b", in: directory)
    #expect(run.status == 1)
    expectGolden(run, "contract-copies", in: directory)
  }

  @Test("list --format json has the contracts of the libraries and of each plugin")
  func json() throws {
    let directory = try TemporaryDirectory(samples: ["Redact", "Statistics", "Words"])
    let document = try list("--format", "json", ".", in: directory).json()
    let contracts = try #require(document["contracts"] as? [[String: Any]])
    #expect(
      contracts.map { $0["identifier"] as? String } == [
        "org.cleanse.samples.text-filter", "org.cleanse.samples.word-counting",
      ])
    #expect(contracts.allSatisfy { $0["isEvolving"] as? Bool == true })
    #expect(contracts.map { $0["file"] as? String }.first == "./\(Self.library)")
    #expect(contracts.map { $0["users"] as? [String] }.last??.count == 2)
    let plugins = try #require(document["plugins"] as? [[String: Any]])
    let redact = try #require(
      plugins.first { $0["identifier"] as? String == "org.cleanse.samples.redact" })
    let own = try #require(redact["contracts"] as? [[String: Any]])
    #expect(own.map { $0["version"] as? String } == ["1.0.0"])
  }

  @Test("list --against compares with the contracts and plugins of another directory")
  func againstDirectory() throws {
    let directory = try samples("1.1.0")
    try directory.makeDirectory("build")
    try directory.copy(
      ["libNumber.so", "libStatistics.so", Self.library, "libWordCounting.so"], to: "build",
      from: Build.plugins)
    // Statistics requires Words, which only the other directory has.
    #expect(try list("build", in: directory).status == 1)
    try directory.copy(["libWords.so"], from: Build.plugins)
    let fitting = try list("--against", ".", "build", in: directory)
    #expect(fitting.status == 0, "\(fitting.errors)")
    #expect(fitting.output.contains(/text-filter +1\.1\.0 +2 plugins/))
    #expect(
      fitting.errors.contains("no libCleanseRuntime.so in .: using the framework of this host"))
    try directory.patch(Self.library, #"","version":"1.1.0"}"#, #"","version":"2.0.0"}"#)
    let run = try list("--against", ".", "build", in: directory)
    #expect(run.status == 1)
    expectGolden(run, "against-directory", in: directory)
  }

  @Test("list --against compares with the framework of another directory")
  func againstFramework() throws {
    let directory = try TemporaryDirectory(samples: ["Policy"])
    try directory.makeDirectory("lib")
    try directory.copy(["libCleanseRuntime.so"], to: "lib", from: Build.products)
    let same = try list("--against", "lib", ".", in: directory)
    #expect(same.status == 0, "\(same.errors)")
    // An older host that had another interface.
    let digest = try #require(
      host("--version").output.firstMatch(of: /interface +([0-9a-f]{16})/)?.output.1)
    // As bytes: a search in a text of this size takes most of a minute.
    let library = try Data(contentsOf: directory.url.appending(path: "lib/libCleanseRuntime.so"))
    let start = try #require(library.range(of: Data(#"{"runs":["#.utf8))?.lowerBound)
    let recorded = try #require(
      String(decoding: library[start...].prefix(1000), as: UTF8.self)
        .firstMatch(of: /\{"runs":\["[0-9.]+"(,"[0-9.]+")*\]/)
    ).output.0
    let version = try #require(ABIStamp.host.frameworkABI)
    try directory.patch(
      "lib/libCleanseRuntime.so", String(recorded), String(recorded.replacing(version, with: "0.0"))
    )
    try directory.patch(
      "lib/libCleanseRuntime.so", #""interface":"\#(digest)""#, #""interface":"0123456789abcdef""#)
    let older = try list("--against", "lib", ".", in: directory)
    #expect(older.status == 1)
    #expect(
      older.errors.contains("0.0, the plugin has \(version)"), "\(older.errors)")
    let document = try list("--against", "lib", "--format", "json", ".", in: directory).json()
    #expect((document["host"] as? [String: Any])?["interface"] as? String == "0123456789abcdef")
    // A library of a framework that does not describe itself.
    try directory.patch("lib/libCleanseRuntime.so", #"{"runs":"#, #"{"runx":"#)
    let damaged = try list("--against", "lib", ".", in: directory)
    #expect(damaged.status == 3)
    expectGolden(damaged, "against-damaged", in: directory)
  }

  @Test("list --against compares with the host that wrote a graph file")
  func againstGraph() throws {
    let directory = try samples("1.1.0")
    let graph = try host("graph", "--format", "json", ".", in: directory)
    try directory.write(graph.output, to: "graph.json")
    try directory.makeDirectory("build")
    try directory.copy(["libNumber.so"], to: "build", from: Build.plugins)
    let run = try list("--against", "graph.json", "build", in: directory)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains(/text-filter +1\.1\.0 +1 plugin +libTextFilterAPI\.so/))
    try directory.write(
      graph.output.replacing(#""version":"1.1.0""#, with: #""version":"2.0.0""#), to: "newer.json")
    let newer = try list("--against", "newer.json", "build", in: directory)
    #expect(newer.status == 1)
    #expect(newer.errors.contains("not 2.0.0 [plugin/contract-mismatch]"))
  }

  @Test(
    "list --against refuses what does not describe a host",
    arguments: ["missing", "text", "host-less", "two", "none"])
  func againstNothing(name: String) throws {
    let directory = try TemporaryDirectory(samples: ["Number"])
    try directory.write("not JSON", to: "text")
    let fragment =
      #""components":[{"name":"A","root":0}],"keys":[["A","A"]],"modules":[],"files":[]"#
    try directory.write(
      #"{"schema":"cleanse-graph/1","plugins":[],\#(fragment),"bindings":[]}"#, to: "host-less")
    let operands =
      switch name {
      case "two": ["--against", "text", "--against", "."]
      case "none": ["--against", ""]
      default: ["--against", name]
      }
    let run = try host(arguments: ["list"] + operands + ["."], in: directory)
    #expect(run.status == (["text", "host-less"].contains(name) ? 3 : 2))
    expectGolden(run, "against-\(name)", in: directory)
  }
}

@Suite("The library of the framework", .blocking)
struct RuntimeTests {
  @Test("that the environment replaces by that of another build is refused")
  func replaced() throws {
    let directory = try TemporaryDirectory()
    try directory.copy(["libCleanseRuntime.so"], from: Build.hostProducts)
    let environment = ["LD_LIBRARY_PATH": directory.path]
    #expect(try host("--version", environment: environment).status == 0)
    let bytes = try directory.bytes(of: "libCleanseRuntime.so")
    try directory.write(bytes + [0], to: "libCleanseRuntime.so")
    for variable in [environment, ["LD_PRELOAD": directory.path(of: "libCleanseRuntime.so")]] {
      let run = try host("--version", environment: variable)
      #expect(run.status == 3 && run.output.isEmpty)
      #expect(run.errors.contains("replaces the program's own"))
      #expect(run.errors.contains(directory.path(of: "libCleanseRuntime.so")))
      #expect(run.errors.contains("LD_LIBRARY_PATH"))
    }
  }

  // The program started, and failed later at the first symbol that differs.
  @Test("of another minor version is refused before anything runs, with the version")
  func otherVersion() throws {
    let directory = try TemporaryDirectory()
    try directory.copy(["libCleanseRuntime.so"], from: Build.hostProducts)
    let version = try #require(try host("--version").output.firstMatch(of: /host (\d+\.\d+)/)).1
    let other = version.replacing(/\d/, with: "9")
    try Shell.run(
      "LC_ALL=C sed -i 's/CLEANSE_\(version)/CLEANSE_\(other)/' libCleanseRuntime.so", in: directory
    )
    let run = try host("--version", environment: ["LD_LIBRARY_PATH": directory.path])
    #expect(run.status != 0 && run.output.isEmpty)
    #expect(run.errors.contains("libCleanseRuntime.so: version `CLEANSE_\(version)' not found"))
  }
}
