@testable import CleansePluginFiles
import CleanseGraph
import CleansePluginHost
import CleansePluginMetadata
import CleanseSupport
import CleanseTestSupport
import ElfImages
import Glibc
import Testing

/// Two plugins with one address shared a socket, and each got requests of the other.
@Suite("Addresses of sockets that several options have")
struct DuplicateAddressTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Writes a plugin with the options `admin` and `listen`.
  private func write(_ name: String, listen: String? = nil) throws {
    let listen = listen ?? "systemd:\(name)"
    let note = PluginNote(
      manifest: try PluginManifest(
        identifier: "org.example.\(name)", version: try SemanticVersion("1.0.0"), summary: "s",
        authors: ["a"],
        options: [
          try PluginOption(
            name: "admin", type: .socket, standard: .string("systemd:\(name)-admin"),
            summary: "a"),
          try PluginOption(name: "listen", type: .socket, standard: .string(listen), summary: "l"),
        ]), stamp: .host)
    try directory.write(try samplePlugin(note).bytes, to: "\(name).so")
  }

  private func inspections(
    _ configuration: PluginConfiguration = PluginConfiguration()
  ) throws -> [PluginInspection] {
    try PluginHost(directories: [directory.path], configuration: configuration).inspect()
  }

  private func setting(_ first: String, _ second: String) -> PluginConfiguration {
    var configuration = PluginConfiguration()
    configuration.set("listen", of: "org.example.a", to: .string(first))
    configuration.set("listen", of: "org.example.b", to: .string(second))
    return configuration
  }

  @Test("are errors of all plugins with it, which name the origins of the others")
  func origins() throws {
    for name in ["a", "b", "c"] { try write(name, listen: "127.0.0.1:80") }
    try write("d", listen: "127.0.0.1:81")
    let file = try directory.write(
      #"""
      {"plugins": {
        "org.example.a": {"options": {"listen": "127.0.0.1:080"}},
        "org.example.b": {"options": {"listen": "127.0.0.1:80"}}}}
      """#, to: "host.json")
    var configuration = try PolicyFile(contentsOf: file).configuration
    configuration.environment = ["CLEANSE_OPTION_ORG_EXAMPLE_B__LISTEN": "127.0.0.1:80"]
    let result = try inspections(configuration)
    #expect(result.map(\.isUsable) == [false, false, false, true])
    expectGolden(
      result.map(\.report).joined(separator: "\n").replacing(directory.path + "/", with: ""),
      "duplicate-address")
  }

  @Test(
    "are found in each spelling",
    arguments: [
      ("127.0.0.1:80", "127.0.0.1:00080"), ("[::1]:80", "[0:0:0:0:0:0:0:1]:80"),
      ("[fe80::A]:80", "[FE80:0::a]:80"), ("*:80", "[::]:80"), ("systemd:web", "systemd:web"),
      ("unix:/no/such/s", "unix:/no/such//s"),
      // `host serve` opened one socket for the two, whose clients got to either plugin.
      ("127.0.0.1:0", "127.0.0.1:0"),
    ])
  func spellings(first: String, second: String) throws {
    for name in ["a", "b"] { try write(name) }
    let result = try inspections(setting(first, second))
    #expect(result.map(\.codes) == [["plugin/duplicate-address"], ["plugin/duplicate-address"]])
  }

  @Test("are found behind symbolic links")
  func links() throws {
    for name in ["a", "b"] { try write(name) }
    let folder = try directory.makeDirectory("run")
    #expect(symlink(folder, directory.path(of: "link")) == 0)
    let result = try inspections(
      setting("unix:\(folder)/s", "unix:\(directory.path(of: "run/../link"))/s"))
    #expect(result.map(\.isUsable) == [false, false])
  }

  @Test(
    "are no errors if each gets a socket of its own",
    arguments: [
      ("127.0.0.1:80", "[::1]:80"), ("*:80", "*:81"), ("systemd:web", "systemd:web:2"),
      ("systemd:web", "unix:/web"), ("unix:/a/s", "unix:/b/s"),
    ])
  func different(first: String, second: String) throws {
    for name in ["a", "b"] { try write(name) }
    let result = try inspections(setting(first, second))
    #expect(result.map(\.codes) == [[], []])
  }

  @Test("are errors within one plugin")
  func onePlugin() throws {
    try write("a")
    var configuration = setting("*:80", "*:80")
    configuration.set("admin", of: "org.example.a", to: .string("[::]:80"))
    let plugin = try #require(inspections(configuration).first)
    expectGolden(plugin.report, "duplicate-address-alone")
  }

  @Test("do not count if the other plugin is disabled or can't be used")
  func unused() throws {
    for name in ["a", "b"] { try write(name, listen: "*:80") }
    var configuration = PluginConfiguration()
    configuration.disable("org.example.b")
    #expect(try inspections(configuration).map(\.isUsable) == [true, false])
    configuration = PluginConfiguration()
    configuration.set("unknown", of: "org.example.b", to: .int(1))
    #expect(try inspections(configuration).map(\.codes) == [[], ["plugin/unknown-option"]])
  }

  @Test("of many plugins name the first few", .timeLimit(.minutes(1)))
  func many() throws {
    let options = try (100..<200).map {
      try PluginOption(
        name: "socket\($0)", type: .socket, standard: .string("*:\($0)"), summary: "s")
    }
    let plugins = try (0..<40).map { number in
      let manifest = try PluginManifest(
        identifier: "org.p\(number)", version: try SemanticVersion("1.0.0"), summary: "s",
        authors: ["a"], options: options)
      return PluginInspection(
        file: PluginFile(path: "\(number).so"),
        outcome: .plugin(
          PluginDescription(
            file: "\(number).so", manifest: manifest, stamp: .host, neededLibraries: [])))
    }
    let resolved = ConfigurationResolution(of: plugins, PluginConfiguration()).inspections
    let findings = DuplicateAddressValidator.validate(resolved).flatMap(\.diagnostics)
    #expect(findings.count == 40 * options.count)
    #expect(findings.allSatisfy { $0.notes.count == 7 })
  }
}
