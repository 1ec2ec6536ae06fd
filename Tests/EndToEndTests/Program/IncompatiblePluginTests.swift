import PluginMetadata
import CleanseTestSupport
import CleansePluginHost
import Foundation
import Testing

@Suite("A plugin that does not fit the host")
struct IncompatiblePluginTests {
  @Test(
    "is rejected with each field of its stamp that differs, both values and the fix",
    arguments: ["framework", "interface", "compiler"])
  func stamp(field: String) throws {
    let directory = try TemporaryDirectory(samples: ["Wrap"])
    let (own, other) = try #require(Self.values(of: field))
    try directory.patch("libWrap.so", "\"\(field)\":\"\(own)\"", "\"\(field)\":\"\(other)\"")
    let run = try host("list", ".", in: directory)
    #expect(run.status == 1)
    expectGolden(run, "stamp-\(field)", in: directory, names: [other: "<other>"])
    try expectUnloaded("org.cleanse.samples.wrap", "plugin/stamp-mismatch", in: directory)
  }

  /// The host's value of a field, and another one of the same length.
  private static func values(of field: String) -> (String, String)? {
    switch field {
    case "framework":
      ABIStamp.host.framework.map { ($0, "9" + $0.dropFirst()) }
    case "interface":
      ABIStamp.host.interface.map { ($0, String($0.reversed())) }
    default:
      ABIStamp.host.compiler.map { ($0, String($0.dropLast(2)) + "X)") }
    }
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
    let run = try host("run", ".", "--", "end", "7", in: directory)
    #expect(run.status == 7, sourceLocation: sourceLocation)
  }
}
