import CleansePluginMetadata
import CleansePluginHost
import CleanseSupport
import CleanseTestSupport
import ElfImages
import Glibc
import Testing

@Suite("The configuration of plugins by an application")
struct ConfigurationTests {
  /// The note of a plugin with an option.
  private func write(
    _ identifier: String, to file: String, in directory: TemporaryDirectory
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
        ]), stamp: .host)
    try directory.write(try samplePlugin(note).bytes, to: file)
  }

  @Test("an application sets options, and gets the values with their origins")
  func options() throws {
    let directory = try TemporaryDirectory()
    try write("org.example.a", to: "a.so", in: directory)
    var configuration = PluginConfiguration(
      environment: ["CLEANSE_OPTION_ORG_EXAMPLE_A__TOKEN": "x", "HOME": "/"])
    configuration.set("width", of: "org.example.a", to: .int(100))
    let host = PluginHost(directories: [directory.path], configuration: configuration)
    let inspection = try #require(host.inspect().first)
    #expect(inspection.diagnostics.isEmpty, "\(inspection.diagnostics)")
    #expect(inspection.options.map(\.option.name) == ["token", "width"])
    #expect(inspection.options.map(\.value) == [.string("x"), .int(100)])
    #expect(
      inspection.options.map(\.origin) == [
        .environment("CLEANSE_OPTION_ORG_EXAMPLE_A__TOKEN"), .application,
      ])
    // The last of several values counts.
    configuration.set("width", of: "org.example.a", to: .int(7))
    let wrong = PluginHost(directories: [directory.path], configuration: configuration)
    let rejected = try #require(wrong.inspect().first)
    #expect(rejected.isRejected)
    #expect(rejected.diagnostics.map(\.code) == [.pluginInvalidOption])
  }

  @Test("one environment variable for options of two plugins is an error for both")
  func ambiguous() throws {
    let directory = try TemporaryDirectory()
    try write("org.example.a-b", to: "one.so", in: directory)
    try write("org.example.a.b", to: "two.so", in: directory)
    let configuration = PluginConfiguration(
      environment: ["CLEANSE_OPTION_ORG_EXAMPLE_A_B__WIDTH": "80"])
    let inspections = try PluginHost(
      directories: [directory.path], configuration: configuration
    ).inspect()
    #expect(
      inspections.map { $0.diagnostics.map(\.code) } == [
        [.pluginInvalidOption], [.pluginInvalidOption],
      ])
  }

  // Both plugins got the variable, and the first one rejected it.
  @Test(
    "an environment variable is for the plugin that it names, not for one whose name it starts with"
  )
  func similar() throws {
    let directory = try TemporaryDirectory()
    try write("org.example.a", to: "a.so", in: directory)
    try write("org.example.a--b", to: "b.so", in: directory)
    let name = "CLEANSE_OPTION_ORG_EXAMPLE_A__B__"
    var configuration = PluginConfiguration(
      environment: [name + "WIDTH": "80", "CLEANSE_OPTION_ORG_EXAMPLE_A__WIDTH": "90"])
    func inspect() throws -> [PluginInspection] {
      try PluginHost(directories: [directory.path], configuration: configuration).inspect()
    }
    let inspections = try inspect()
    #expect(inspections.allSatisfy { $0.diagnostics.isEmpty })
    func kept(_ inspection: PluginInspection) -> [String: String] {
      configuration.keepingOptions(
        of: inspection.settingIdentifiers, variables: Set(inspection.optionVariables)
      ).environment
    }
    #expect(kept(inspections[0]) == ["CLEANSE_OPTION_ORG_EXAMPLE_A__WIDTH": "90"])
    #expect(kept(inspections[1]) == [name + "WIDTH": "80"])
    configuration.environment = [name + "WIDHT": "80"]
    #expect(try inspect().map { $0.diagnostics.map(\.code) } == [[], [.pluginUnknownOption]])
  }

  // The variable of a plugin that was removed was taken for that of another one, which it would have changed.
  @Test("a variable of an absent plugin is not taken for a similar one, or one that is set")
  func absent() throws {
    let directory = try TemporaryDirectory()
    try write("org.example.web", to: "web.so", in: directory)
    let prefix = "CLEANSE_OPTION_ORG_EXAMPLE_"
    func fix(_ variables: [String: String]) throws -> String? {
      let combination = try PluginHost(
        directories: [directory.path], configuration: PluginConfiguration(environment: variables)
      ).loadWithoutProbing()
      return combination.findings.first { $0.code == .pluginNotFound }?.fix
    }
    #expect(try fix([prefix + "TWO__WIDTH": "1"]) == "unset it, or add the plugin")
    #expect(try fix([prefix + "WBE__WIDTH": "1"]) == "set \(prefix)WEB__WIDTH instead")
    #expect(
      try fix([prefix + "WBE__WIDTH": "1", prefix + "WEB__WIDTH": "2"])
        == "unset it, or add the plugin")
  }

  @Test("an empty or unreadable value is none", arguments: ["FILE", "BYTES", "WIDTH"])
  func unusable(what: String) throws {
    let directory = try TemporaryDirectory()
    try write("org.example.a", to: "a.so", in: directory)
    let prefix = "CLEANSE_OPTION_ORG_EXAMPLE_A__"
    let empty = try directory.write("\n", to: "empty")
    chmod(empty, 0o600)
    let (variable, message, fix) =
      switch what {
      case "FILE":
        ((prefix + "TOKEN_FILE", empty), "its file \(empty) is empty", "name a text file")
      case "BYTES":
        ((prefix + "TOKEN", "a\u{FFFD}"), "it is not text in UTF-8", "write a string in UTF-8")
      default:
        (
          (prefix + "WIDTH_FILE", empty), "names no option of org.example.a",
          "set \(prefix)WIDTH to the value; only a secret can be in a file of its own"
        )
      }
    let host = PluginHost(
      directories: [directory.path],
      configuration: PluginConfiguration(environment: [variable.0: variable.1]))
    let finding = try #require(host.inspect().first?.diagnostics.first)
    #expect(finding.message.hasSuffix(message))
    #expect(finding.fix?.hasPrefix(fix) == true)
  }

  @Test("a disabled plugin is left out, whatever is wrong with it, also by the name of its file")
  func disabled() throws {
    let directory = try TemporaryDirectory()
    try write("org.example.a", to: "a.so", in: directory)
    try directory.write("no library", to: "b.so")
    var configuration = PluginConfiguration()
    configuration.disable("org.example.a")
    configuration.disable(directory.path(of: "../\(lastComponent(of: directory.path))/b.so"))
    let inspections = try PluginHost(
      directories: [directory.path], configuration: configuration
    ).inspect()
    #expect(inspections.map(\.omission) == [.disabled, .disabled])
    #expect(inspections.flatMap(\.diagnostics).isEmpty)
    let unconfigured = try PluginHost(
      directories: [directory.path], configuration: configuration
    ).inspectUnconfigured()
    #expect(unconfigured.map(\.isUsable) == [true, false])
  }

  // A plugin that was rejected later displaced others before, so that none was left.
  @Test("a plugin without a plugin that it requires does not displace one with the same identifier")
  func unmetRequirement() throws {
    let directory = try TemporaryDirectory()
    let requiring = try sampleNote(stamp: .host, requires: ["org.example.absent": ">=1.0.0"])
    try directory.write(try samplePlugin(requiring).bytes, to: "a.so")
    try directory.write(try samplePlugin(sampleNote(stamp: .host)).bytes, to: "b.so")
    let inspections = try PluginHost(directories: [directory.path]).inspect()
    #expect(inspections.map(\.codes) == [["plugin/unmet-requirement"], []])
    #expect(inspections.map(\.isUsable) == [false, true])
  }

  @Test("a policy file has the configuration of an application")
  func file() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      #"""
      {"onFailure": "leave-out", "plugins": {
        "org.example.a": {"options": {"width": 30}, "onFailure": "refuse"},
        "org.example.b": {"enabled": false}}}
      """#, to: "host.json")
    let configuration = try PolicyFile(contentsOf: file).configuration
    #expect(configuration.onFailure == .leaveOut)
    #expect(configuration.failureModes == ["org.example.a": .refuse])
    #expect(configuration.disabled.map(\.name) == ["org.example.b"])
    #expect(configuration.options.map(\.option) == ["width"])
    #expect(configuration.options.first?.origin.location?.line == 2)
  }
}
