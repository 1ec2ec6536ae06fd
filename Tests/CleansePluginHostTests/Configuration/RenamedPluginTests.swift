import CleansePluginHost
import CleansePluginMetadata
import CleanseSupport
import CleanseTestSupport
import ElfImages
import Testing

@testable import CleansePluginFiles

@Suite("The settings of a renamed plugin")
struct RenamedPluginTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func write(
    _ identifier: String, formerly: [String] = [], stamp: ABIStamp = .host,
    to file: String
  ) throws {
    let note = PluginNote(
      manifest: try PluginManifest(
        identifier: identifier, version: try SemanticVersion("1.0.0"), summary: "s",
        authors: ["a"],
        options: [
          try PluginOption(
            name: "width", type: .int(20...1000), standard: .int(72), summary: "The width"),
          try PluginOption(
            name: "token", type: .string, standard: .string(""), isSecret: true, summary: "t"),
        ], formerly: formerly), stamp: stamp)
    try directory.write(try samplePlugin(note).bytes, to: file)
  }

  private func inspect(
    _ configuration: PluginConfiguration = PluginConfiguration()
  ) throws -> [PluginInspection] {
    try PluginHost(directories: [directory.path], configuration: configuration).inspect()
  }

  /// The width of the only plugin.
  private func width(_ configuration: PluginConfiguration) throws -> OptionValue? {
    let inspection = try #require(inspect(configuration).first)
    #expect(inspection.diagnostics.isEmpty, "\(inspection.diagnostics)")
    return inspection.options.first { $0.option.name == "width" }?.value
  }

  // The settings of a plugin ended with its identifier, without an error: only a warning named the old one.
  @Test("apply under each of its former identifiers, and under the present one first")
  func options() throws {
    try write("org.example.new", formerly: ["org.example.old", "org.example.older"], to: "a.so")
    var configuration = PluginConfiguration()
    configuration.set("width", of: "org.example.older", to: .int(100))
    #expect(try width(configuration) == .int(100))
    configuration.set("width", of: "org.example.new", to: .int(200))
    configuration.set("width", of: "org.example.old", to: .int(300))
    #expect(try width(configuration) == .int(200))
    configuration.environment = ["CLEANSE_OPTION_ORG_EXAMPLE_OLD__WIDTH": "400"]
    #expect(try width(configuration) == .int(400))
    configuration.environment["CLEANSE_OPTION_ORG_EXAMPLE_NEW__WIDTH"] = "500"
    #expect(try width(configuration) == .int(500))
    configuration.environment = ["CLEANSE_OPTION_ORG_EXAMPLE_OLD__HEIGHT": "1"]
    #expect(try inspect(configuration)[0].codes == ["plugin/unknown-option"])
  }

  @Test("are not those of an identifier that no plugin names")
  func unknown() throws {
    try write("org.example.new", formerly: ["org.example.old"], to: "a.so")
    var configuration = PluginConfiguration()
    configuration.set("width", of: "org.example.other", to: .int(100))
    let host = PluginHost(directories: [directory.path], configuration: configuration)
    #expect(try host.loadWithoutProbing().findings.map(\.code) == [.pluginNotFound])
    configuration.options = []
    configuration.set("width", of: "org.example.old", to: .int(100))
    let renamed = PluginHost(directories: [directory.path], configuration: configuration)
    #expect(try renamed.loadWithoutProbing().findings.isEmpty)
  }

  @Test("decide whether it is used, and what happens if it fails")
  func use() throws {
    try write("org.example.new", formerly: ["org.example.old"], to: "a.so")
    var configuration = PluginConfiguration()
    configuration.disable("org.example.old")
    #expect(try inspect(configuration)[0].omission == .disabled)
    configuration = PluginConfiguration()
    configuration.failureModes = ["org.example.old": .leaveOut]
    #expect(try configuration.failureMode(of: inspect()[0]) == .leaveOut)
    // Also that of a plugin that can't be used.
    try write(
      "org.example.new", formerly: ["org.example.old"],
      stamp: ABIStamp(abi: 99, architecture: "x86_64", language: "c"), to: "a.so")
    let rejected = try #require(inspect().first)
    #expect(rejected.isRejected && configuration.failureMode(of: rejected) == .leaveOut)
  }

  @Test("grant it what its former identifiers were granted, in addition")
  func grants() throws {
    func access(_ path: String) throws -> SystemAccess {
      try PluginManifest(
        json: Array(
          """
          {"identifier": "a.b", "version": "1.0.0", "summary": "s", "authors": ["a"],
           "needs": {"read": ["\(path)"]}}
          """.utf8)
      ).needs
    }
    try write("org.example.new", formerly: ["org.example.old"], to: "a.so")
    let grants = SandboxGrants(plugins: [
      "org.example.old": try access("/old"), "org.example.new": try access("/new"),
      "org.example.other": try access("/other"),
    ]).applied(to: try inspect())
    #expect(
      grants.access(of: ["org.example.new"]).phrases == ["read /new", "read /old"])
    #expect(grants.access(of: ["org.example.other"]).phrases == ["read /other"])
  }

  @Test("are those of a plugin that still has the identifier, and the renamed one is rejected")
  func present() throws {
    try write("org.example.new", formerly: ["org.example.old"], to: "new.so")
    try write("org.example.old", to: "old.so")
    var configuration = PluginConfiguration()
    configuration.set("width", of: "org.example.old", to: .int(100))
    let inspections = try inspect(configuration)
    #expect(inspections.map(\.codes) == [["plugin/former-identifier"], []])
    #expect(inspections[0].formerIdentifiers.isEmpty)
    #expect(inspections[1].options.map(\.value) == [.string(""), .int(100)])
    expectGolden(directory.anonymous(inspections[0].report), "former-identifier-present")
    // One that is disabled leaves them to the renamed plugin.
    configuration.disable("old.so")
    let rest = try inspect(configuration)
    #expect(rest.map(\.codes) == [[], []])
    #expect(rest[0].options.map(\.value) == [.string(""), .int(100)])
  }

  @Test("can't be those of two plugins, which are both rejected")
  func claimedTwice() throws {
    try write("org.example.a", formerly: ["org.example.old"], to: "a.so")
    try write("org.example.b", formerly: ["org.example.old"], to: "b.so")
    let inspections = try inspect()
    #expect(
      inspections.map(\.codes) == [["plugin/former-identifier"], ["plugin/former-identifier"]])
    expectGolden(directory.anonymous(inspections[0].report), "former-identifier-twice")
    // A plugin that can't be used takes them from none.
    try write(
      "org.example.b", formerly: ["org.example.old"],
      stamp: ABIStamp(abi: 99, architecture: "x86_64", language: "c"), to: "b.so")
    let usable = try inspect()
    #expect(usable.map(\.isUsable) == [true, false])
    #expect(usable.map(\.formerIdentifiers) == [["org.example.old"], ["org.example.old"]])
  }

  @Test("of thousands of identifiers are found in linear time")
  func many() throws {
    let names = (0..<2000).map { "org.example.p\($0)" }
    try write("org.example.new", formerly: names, to: "a.so")
    var configuration = PluginConfiguration()
    for name in names { configuration.set("width", of: name, to: .int(100)) }
    #expect(try width(configuration) == .int(100))
  }
}
