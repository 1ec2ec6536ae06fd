import CleansePluginMetadata
import CleanseTestSupport
import CleansePluginHost
import Foundation
import Testing

@Suite("A plugin that does not fit the host", .blocking)
struct IncompatiblePluginTests {
  @Test("is rejected for another compiler, with both and the fix")
  func compiler() throws {
    let directory = try TemporaryDirectory(samples: ["Wrap"])
    let own = try #require(ABIStamp.host.compiler)
    let other = own.dropLast(2) + "X)"
    try directory.patch("libWrap.so", "\"compiler\":\"\(own)\"", "\"compiler\":\"\(other)\"")
    let run = try host("list", ".", in: directory)
    #expect(run.status == 1)
    expectGolden(run, "stamp-compiler", in: directory, names: [String(other): "<other>"])
    try expectUnloaded("org.cleanse.samples.wrap", "plugin/stamp-mismatch", in: directory)
  }

  @Test(
    "is rejected for another framework ABI, or another interface that is not recorded",
    arguments: ["framework-abi", "interface"])
  func framework(name: String) throws {
    let directory = try TemporaryDirectory()
    var plugin = CPlugin(language: "swift")
    let abi = name == "interface" ? "" : #""frameworkABI":"99.9","#
    plugin.stamp = """
      ,"framework":"9.9.9",\(abi)"interface":"0123456789abcdef",\
      "compiler":"\(try #require(ABIStamp.host.compiler))"
      """
    try plugin.build("c.so", in: directory)
    let run = try host("list", ".", in: directory)
    #expect(run.status == 1)
    expectGolden(run, "stamp-\(name)", in: directory)
    try expectUnloaded("org.example.c", "plugin/stamp-mismatch", in: directory)
  }

  @Test("is rejected for all of the fields at once")
  func everyField() throws {
    let directory = try TemporaryDirectory(samples: ["Wrap"])
    var plugin = CPlugin(architecture: "riscv64", language: "swift")
    plugin.stamp = """
      ,"framework":"0.0.1","interface":"0123456789abcdef","compiler":"Swift version 1.0"
      """
    plugin.abi = 2
    try plugin.build("c.so", in: directory)
    try expectGolden(host("list", ".", in: directory), "stamp-everything", in: directory)
  }

  @Test("is not loaded when it is for another version of the C interface")
  func interfaceVersion() throws {
    let directory = try TemporaryDirectory()
    var plugin = CPlugin(abi: 2)
    plugin.declarations = CPlugin.marking(directory.path(of: "marker"))
    try plugin.build("c.so", in: directory)
    let run = try host("list", ".", in: directory)
    #expect(run.status == 1)
    expectGolden(run, "c-interface", in: directory)
    try expectUnloaded("org.example.c", "plugin/abi-mismatch", in: directory)
    #expect(!directory.contains("marker"))
  }

  @Test("is not loaded when it has no entry point")
  func entryPoint() throws {
    let directory = try TemporaryDirectory()
    var plugin = CPlugin(body: nil)
    plugin.declarations = CPlugin.marking(directory.path(of: "marker"))
    try plugin.build("c.so", in: directory)
    let run = try host("list", ".", in: directory)
    #expect(run.status == 1)
    expectGolden(run, "no-entry-point", in: directory)
    try expectUnloaded("org.example.c", "plugin/no-entry-point", in: directory)
    #expect(!directory.contains("marker"))
  }

  @Test("is not loaded when it contains a copy of the framework")
  func embedded() throws {
    let directory = try TemporaryDirectory()
    // The framework as the package manager compiled it for static linking.
    let objects = try FileManager.default.contentsOfDirectory(
      at: Build.products.appending(path: "Cleanse.build"), includingPropertiesForKeys: nil)
    var plugin = CPlugin()
    plugin.declarations = CPlugin.marking(directory.path(of: "marker"))
    plugin.options = objects.map(\.path).filter { $0.hasSuffix(".swift.o") }
    try #require(!plugin.options.isEmpty)
    try plugin.build("c.so", in: directory)
    let run = try host("list", ".", in: directory)
    #expect(run.status == 1)
    let note = try #require(run.errors.firstMatch(of: /it defines (\$s7Cleanse\S+.*)/)?.output.1)
    expectGolden(
      run, "embedded-framework", in: directory, names: [String(note): "<symbols>"])
    try expectUnloaded("org.example.c", "plugin/embedded-framework", in: directory)
    #expect(!directory.contains("marker"))
  }

  @Test("is not loaded when another plugin has the same identifier, and neither is that one")
  func twins() throws {
    let directory = try TemporaryDirectory()
    for name in ["a", "b"] {
      var plugin = CPlugin()
      plugin.declarations = CPlugin.marking(directory.path(of: "marker-\(name)"))
      try plugin.build("\(name).so", in: directory)
    }
    let run = try host("list", ".", in: directory)
    #expect(run.status == 1)
    expectGolden(run, "twins", in: directory)
    try expectUnloaded("org.example.c", "plugin/duplicate-identifier", in: directory)
    #expect(!directory.contains("marker-a") && !directory.contains("marker-b"))
  }

  @Test("is rejected when a plugin that it requires is absent")
  func requirement() throws {
    let directory = try TemporaryDirectory(samples: ["Statistics"])
    let run = try host("list", ".", in: directory)
    #expect(run.status == 1)
    expectGolden(run, "requirement", in: directory)
    #expect(try host("run", ".", "--", "statistics", in: directory).status == 1)
  }

  /// The code is in `validate`, and a command of another plugin still runs.
  private func expectUnloaded(
    _ identifier: String, _ code: String, in directory: TemporaryDirectory,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    try directory.copy(["libEnding.so", "libBrokenContract.so"], from: Build.brokenPlugins)
    let document = try host("validate", "--format", "json", ".", in: directory).json()
    let plugins = try #require(document["plugins"] as? [[String: Any]])
    let own = plugins.filter { $0["identifier"] as? String == identifier }
    #expect(!own.isEmpty, sourceLocation: sourceLocation)
    #expect(own.allSatisfy { $0["rejection"] as? String == code }, sourceLocation: sourceLocation)
    let run = try host("run", "--on-failure", "leave-out", ".", "--", "end", "7", in: directory)
    #expect(run.status == 7, sourceLocation: sourceLocation)
  }
}
