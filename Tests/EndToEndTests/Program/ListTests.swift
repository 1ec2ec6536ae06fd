import CleansePluginMetadata
import CleanseTestSupport
import CleansePluginHost
import Foundation
import Testing

@Suite("host list", .blocking)
struct ListTests {
  @Test("shows every sample plugin in a table")
  func samples() throws {
    let run = try host("list", Build.plugins.path)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    expectGolden(run, "list-samples")
  }

  @Test("--all shows the libraries that are not plugins, too")
  func all() throws {
    let directory = try TemporaryDirectory(samples: ["Wrap"])
    try expectGolden(host("list", "--all", ".", in: directory), "list-all", in: directory)
    #expect(try !host("list", ".", in: directory).output.contains("NOT A PLUGIN"))
  }

  @Test("as JSON is one document with a schema, in the order of the files, and nothing else")
  func json() throws {
    let run = try host("list", "--format", "json", Build.plugins.path)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let document = try run.json()
    #expect(document["schema"] as? String == "cleanse-list/1")
    #expect(document["directories"] as? [String] == [Build.plugins.path])
    #expect(document["libraries"] == nil)
    let plugins = try #require(document["plugins"] as? [[String: Any]])
    #expect(
      plugins.map { $0["identifier"] as? String }
        == [
          "checksum", "form", "fragile", "number", "pipeline", "policy", "redact", "station",
          "statistics", "words", "wrap",
        ].map { "org.cleanse.samples.\($0)" })
    #expect(plugins.allSatisfy { $0["status"] as? String == "ok" })
    #expect(plugins.allSatisfy { ($0["diagnostics"] as? [Any])?.isEmpty == true })
    #expect(plugins.last?["contributes"] as? [String] == ["TextFilter"])
    #expect(try host("list", "--format", "json", Build.plugins.path).output == run.output)
  }

  @Test("as JSON has fixed bytes")
  func jsonText() throws {
    let directory = try TemporaryDirectory(samples: ["Wrap"])
    try directory.write([], to: "empty.so")
    let run = try host("list", "--format", "json", "--all", ".", in: directory)
    #expect(run.status == 1)
    let contracts = try #require(run.json()["contracts"] as? [[String: Any]])
    let builds = contracts.compactMap { $0["build"] as? String }
    try #require(builds.count == 2)
    expectGolden(
      run, "list-json", in: directory,
      names: [builds[0]: "<build>", builds[1]: "<another build>"])
  }

  @Test("as a bill of materials has the digests of the lock, and what depends on what")
  func bill() throws {
    let directory = try TemporaryDirectory(samples: ["Wrap", "Statistics", "Words"])
    let run = try host("list", "--format", "cyclonedx", ".", in: directory)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty, "\(run.errors)")
    let bill = try run.json()
    let components = try #require(bill["components"] as? [[String: Any]])
    func digest(_ name: String) -> String? {
      let component = components.first { $0["bom-ref"] as? String == name }
      return (component?["hashes"] as? [[String: String]])?.first?["content"]
    }
    let lock = try host("lock", "--output", "-", ".", in: directory).json()
    for plugin in try #require(lock["plugins"] as? [[String: Any]]) {
      let identifier = try #require(plugin["identifier"] as? String)
      let listed = digest("plugin/\(identifier)@1.0.0").map { "blake2b-256:\($0)" }
      #expect(listed == plugin["digest"] as? String)
    }
    #expect(digest("library/libTextFilterAPI.so") != nil)
    #expect(digest("framework/Cleanse") != nil)
    let dependencies = try #require(bill["dependencies"] as? [[String: Any]])
    func needs(_ name: String, _ member: String = "dependsOn") -> [String] {
      dependencies.first { $0["ref"] as? String == name }?[member] as? [String] ?? []
    }
    #expect(
      needs("program/host") == [
        "framework/Cleanse", "plugin/org.cleanse.samples.statistics@1.0.0",
        "plugin/org.cleanse.samples.words@1.0.0", "plugin/org.cleanse.samples.wrap@1.0.0",
      ])
    #expect(
      Set(needs("plugin/org.cleanse.samples.statistics@1.0.0")).isSuperset(of: [
        "framework/Cleanse", "library/libWordCounting.so",
        "contract/org.cleanse.samples.word-counting@1.0.0",
        "plugin/org.cleanse.samples.words@1.0.0",
      ]))
    #expect(
      needs("library/libTextFilterAPI.so", "provides")
        == ["contract/org.cleanse.samples.text-filter@1.0.0"])
  }

  @Test("finds neither plugins nor faults among the system's own libraries")
  func systemLibraries() throws {
    let path = "/usr/lib/\(ABIStamp.host.architecture)-linux-gnu"
    let run = try host("list", path)
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("no plugin in \(path)\n"))
    #expect(!run.errors.contains("error"))
    let document = try host("list", "--all", "--format", "json", path).json()
    #expect((document["plugins"] as? [Any])?.isEmpty == true)
    // Where no development packages are installed, there may be none at all.
    #expect(document["libraries"] is [Any])
  }

  /// Compiles a library that links the framework and has no note.
  private func compileUnmarked(_ name: String, in directory: TemporaryDirectory) throws {
    try CPlugin.compile(
      "int tally(void) { return 0; }\n", to: name, in: directory,
      ["-Wl,--no-as-needed", "-L", Build.products.path, "-lCleanseRuntime"])
  }

  @Test("prints a hint if there is only a plugin without its note; validate does, too")
  func unmarked() throws {
    let directory = try TemporaryDirectory()
    try compileUnmarked("libTally.so", in: directory)
    let run = try host("list", ".", in: directory)
    #expect(run.status == 0)
    expectGolden(run, "list-unmarked", in: directory)
    let validate = try host("validate", ".", in: directory)
    #expect(validate.status == 0)
    #expect(validate.errors.contains("build-tool plugin CleansePluginManifest"))
    let document = try host("list", "--format", "json", ".", in: directory).json()
    let libraries = try #require(document["libraries"] as? [[String: Any]])
    #expect(libraries.map { $0["file"] as? String } == ["./libTally.so"])
    #expect((libraries[0]["reason"] as? String)?.contains("libCleanseRuntime.so") == true)
  }

  @Test("prints it next to good plugins, too, but not for a library that one of them needs")
  func unmarkedBesidePlugins() throws {
    let directory = try TemporaryDirectory(samples: ["Wrap"])
    try compileUnmarked("libTally.so", in: directory)
    let run = try host("list", ".", in: directory)
    #expect(run.status == 0)
    // libTextFilterAPI.so, which libWrap.so needs, links the framework, too.
    expectGolden(run, "list-unmarked-beside", in: directory)
    #expect(
      try host("validate", ".", in: directory).errors.contains(
        "./libTally.so links the framework but has no note"))
  }

  // It was taken for a plugin that lacks its note.
  @Test("prints none for a contract that links the framework, which no plugin needs")
  func unusedContract() throws {
    let directory = try TemporaryDirectory()
    try CPlugin.compile(
      """
      #include <cleanse_plugin.h>
      CLEANSE_CONTRACT_LIBRARY(words, "org.example.words", "1.2.0")

      """, to: "libWords.so", in: directory,
      ["-Wl,--no-as-needed", "-L", Build.products.path, "-lCleanseRuntime"])
    let run = try host("list", "--all", ".", in: directory)
    #expect(!run.errors.contains("has no note"), "\(run.errors)")
    #expect(run.output.contains(/\.\/libWords\.so +the library of a contract\n/), "\(run.output)")
    #expect(run.output.contains(/org\.example\.words +1\.2\.0 +0 plugins/), "\(run.output)")
  }

  @Test("runs no code of any plugin, and validate does")
  func noCode() throws {
    let directory = try TemporaryDirectory()
    var plugin = CPlugin()
    plugin.declarations = CPlugin.marking(directory.path(of: "marker"))
    try plugin.build("c.so", in: directory)
    for options in [["."], ["--all", "."], ["--format", "json", "."]] {
      let run = try host(arguments: ["list"] + options, in: directory)
      #expect(run.status == 0)
      #expect(run.output.contains("org.example.c"))
    }
    #expect(!directory.contains("marker"))
    #expect(try host("validate", "--sandbox", "off", ".", in: directory).status == 0)
    #expect(directory.contains("marker"), "the plugin has no constructor to find out with")
  }

  @Test("lists several directories in their order")
  func severalDirectories() throws {
    let first = try TemporaryDirectory(samples: ["Wrap"])
    let second = try TemporaryDirectory(samples: ["Number"])
    let run = try host("list", first.path, second.path)
    #expect(run.status == 0)
    #expect(
      run.output.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        .prefix { !$0.isEmpty }.compactMap { $0.split(separator: " ").first }
        == ["org.cleanse.samples.wrap", "org.cleanse.samples.number"])
  }
}
