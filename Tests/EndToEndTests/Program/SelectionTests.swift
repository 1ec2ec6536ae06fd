import CleanseTestSupport
import Foundation
import Testing

@Suite("Disabled and failing plugins", .blocking)
struct SelectionTests {
  /// A C plugin whose command needs a `double` with a name.
  private func write(
    _ name: String, requesting key: String? = nil, providing provided: String? = nil,
    requires: [String] = [], in directory: TemporaryDirectory
  ) throws {
    var plugin = OptionPlugin()
    plugin.identifier = "org.example.\(name)"
    plugin.command = name
    plugin.options = "{}"
    plugin.parameters = key.map { [("double value", "double value @\($0)")] } ?? [("void", "void")]
    plugin.statements = "fprintf(text, \"\(name)\\n\");"
    plugin.provided = provided
    plugin.requires = requires
    try plugin.build("plugins/\(name).so", in: directory)
  }

  /// The statuses of the plugins in the JSON of a command.
  private func statuses(
    _ arguments: String..., in directory: TemporaryDirectory
  ) throws -> [String: String] {
    let run = try host(arguments: arguments + ["--format", "json"], in: directory)
    let plugins = try #require(run.json()["plugins"] as? [[String: Any]])
    return Dictionary(
      plugins.compactMap { plugin in
        guard let name = plugin["identifier"] as? String, let status = plugin["status"] as? String
        else { return nil }
        return (name.replacing("org.example.", with: ""), status)
      }, uniquingKeysWith: { first, _ in first })
  }

  @Test("a disabled plugin is not used, and nothing about it is checked")
  func disabled() throws {
    let directory = try TemporaryDirectory()
    try write("good", in: directory)
    try write("bad", requesting: "missing", in: directory)
    try directory.write("no library", to: "plugins/text.so")
    try directory.write(
      #"{"plugins": {"org.example.bad": {"enabled": false}, "text.so": {"enabled": false}}}"#,
      to: "host.json")
    #expect(try statuses("list", in: directory)["bad"] == "disabled")
    let validated = try host("validate", "--strict", in: directory)
    #expect(validated.status == 0, "\(validated.errors)")
    expectGolden(validated, "selection-disabled", in: directory)
    #expect(try host("run", "--", "good", in: directory).output == "good\n")
    #expect(try host("run", "--", "bad", in: directory).status == 1)
    let none = try host("run", "--without", "org.example.good", in: directory)
    #expect(none.output.isEmpty)
    let enabled = try host("validate", "--no-config", in: directory)
    #expect(enabled.status == 1)
    let same = try host(
      "validate", "--no-config", "--without", "org.example.bad", "--without", "text.so",
      in: directory)
    #expect(same.output == validated.output)
  }

  @Test("--without leaves out the plugins that host without removes, unless one must not be")
  func required() throws {
    let directory = try TemporaryDirectory()
    try write("base", in: directory)
    try write("upper", requires: ["org.example.base"], in: directory)
    try write("top", requires: ["org.example.upper"], in: directory)
    try write("other", in: directory)
    let without = try host("without", "--format", "json", "org.example.base", in: directory)
    let removed = try #require(without.json()["removed"] as? [[String: Any]])
    let names = removed.compactMap { $0["plugin"] as? String }
    #expect(names == ["org.example.base", "org.example.upper", "org.example.top"])
    #expect(
      try statuses("validate", "--without", "org.example.base", in: directory) == [
        "base": "disabled", "upper": "disabled", "top": "disabled", "other": "ok",
      ])
    #expect(
      try host("validate", "--strict", "--without", "org.example.base", in: directory).status == 0)
    #expect(
      try host("run", "--without", "org.example.base", "--", "other", in: directory).output
        == "other\n")
    try directory.write(
      #"{"plugins": {"org.example.upper": {"onFailure": "refuse"}}}"#, to: "host.json")
    let run = try host("list", "--without", "org.example.base", in: directory)
    #expect(run.status == 1)
    expectGolden(run, "selection-required", in: directory)
    #expect(
      try host(
        "run", "--without", "org.example.base", "--", "upper", in: directory
      ).errors.contains("nothing was run"))
  }

  @Test(
    "by default, one plugin that does not fit refuses all; with leave-out, only that is left out")
  func largestSet() throws {
    let directory = try TemporaryDirectory()
    try write("good", requesting: "weight", in: directory)
    try write("provider", providing: "double @weight", in: directory)
    try write("bad", requesting: "missing", in: directory)
    try directory.write("no library", to: "plugins/text.so")
    let refused = try host("run", "--", "good", in: directory)
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(refused.errors.hasSuffix("nothing was run\n"))
    let run = try host("run", "--on-failure", "leave-out", "--", "good", in: directory)
    #expect(run.status == 0)
    expectGolden(run, "selection-run", in: directory)
    #expect(
      try host("run", "--on-failure=leave-out", "--strict", "--", "good", in: directory).status == 1
    )
    let validated = try host("validate", "--on-failure=leave-out", in: directory)
    #expect(validated.status == 0)
    #expect(validated.output == "4 plugins (2 left out), 3 bindings: 0 errors, 2 warnings\n")
    #expect(
      try statuses("validate", "--on-failure=leave-out", in: directory) == [
        "good": "ok", "provider": "ok", "bad": "left-out",
      ])
    #expect(try host("validate", "--on-failure=leave-out", "--strict", in: directory).status == 1)
  }

  @Test("the smaller side of a conflict is left out, and a plugin with refuse never is")
  func smallest() throws {
    let directory = try TemporaryDirectory()
    try write("left", providing: "double @weight", in: directory)
    try write("right", providing: "double @weight", in: directory)
    try write("user", requesting: "weight", requires: ["org.example.right"], in: directory)
    #expect(
      try statuses("validate", "--on-failure=leave-out", in: directory) == [
        "left": "left-out", "right": "ok", "user": "ok",
      ])
    try directory.write(
      #"{"onFailure": "leave-out", "plugins": {"org.example.left": {"onFailure": "refuse"}}}"#,
      to: "host.json")
    #expect(
      try statuses("validate", in: directory) == [
        "left": "ok", "right": "left-out", "user": "left-out",
      ])
    try directory.write(
      #"""
      {"onFailure": "leave-out", "plugins": {
        "org.example.left": {"onFailure": "refuse"}, "org.example.user": {"onFailure": "refuse"}}}
      """#, to: "host.json")
    let run = try host("run", "--", "user", in: directory)
    #expect(run.status == 1)
    #expect(run.errors.contains("[cleanse/duplicate-binding]"))
  }

  @Test("a rejected plugin with refuse stops the program, whatever the default is")
  func refusing() throws {
    let directory = try TemporaryDirectory()
    try write("good", in: directory)
    try write("bad", requires: ["org.example.gone"], in: directory)
    try directory.write(
      #"{"onFailure": "leave-out", "plugins": {"org.example.bad": {"onFailure": "refuse"}}}"#,
      to: "host.json")
    #expect(try host("run", "--", "good", in: directory).status == 1)
    try directory.write(
      #"{"plugins": {"org.example.bad": {"onFailure": "leave-out"}}}"#, to: "host.json")
    #expect(try host("run", "--", "good", in: directory).status == 0)
  }

  @Test("a plugin that has to be there is required also if it is damaged or absent")
  func needed() throws {
    let directory = try TemporaryDirectory()
    try write("good", in: directory)
    try directory.write("no library", to: "plugins/storage.so")
    try directory.write(
      #"{"onFailure": "leave-out", "plugins": {"storage.so": {"onFailure": "refuse"}}}"#,
      to: "host.json")
    #expect(try host("run", "--", "good", in: directory).status == 1)
    try directory.write(
      #"{"onFailure": "leave-out", "plugins": {"org.example.storage": {"onFailure": "refuse"}}}"#,
      to: "host.json")
    let absent = try host("run", "--", "good", in: directory)
    #expect(absent.status == 1)
    #expect(absent.errors.contains("error: the configuration names `org.example.storage`"))
  }

  @Test(
    "a plugin can be required by its identifier, or by the name or the path of its file",
    arguments: ["org.example.bad", "bad.so", "plugins/bad.so", "./plugins/../plugins/bad.so"])
  func requiredBy(name: String) throws {
    let directory = try TemporaryDirectory()
    try write("good", in: directory)
    try write("bad", requesting: "missing", in: directory)
    try directory.write(
      #"{"onFailure": "leave-out", "plugins": {"\#(name)": {"onFailure": "refuse"}}}"#,
      to: "host.json")
    #expect(try host("run", "--", "good", in: directory).status == 1)
    #expect(try host("validate", in: directory).status == 1)
  }

  @Test("the level of the finding about it applies to a plugin that is left out")
  func levels() throws {
    let directory = try TemporaryDirectory()
    try write("good", in: directory)
    try write("bad", requesting: "missing", in: directory)
    func run(_ level: String) throws -> HostRun {
      try host(
        "run", "--on-failure", "leave-out", "--severity", "plugin/left-out=\(level)", "--", "good",
        in: directory)
    }
    #expect(try run("error").status == 1)
    #expect(try run("note").errors.hasPrefix("note: org.example.bad is left out"))
    #expect(try run("ignore").output == "good\n")
  }

  @Test("each plugin that is left out has its own reason")
  func reasons() throws {
    let directory = try TemporaryDirectory()
    try write("good", in: directory)
    try write("first", providing: "double @weight", in: directory)
    try write("second", providing: "double @weight", in: directory)
    try write("bad", requesting: "missing", in: directory)
    try write("upper", requires: ["org.example.bad"], in: directory)
    let run = try host("validate", "--on-failure", "leave-out", in: directory)
    #expect(run.status == 0)
    expectGolden(run, "selection-reasons", in: directory)
  }

  @Test("if everything is left out, the program says so")
  func everything() throws {
    let directory = try TemporaryDirectory()
    try write("bad", requesting: "missing", in: directory)
    let run = try host("run", "--on-failure=leave-out", "--", "bad", in: directory)
    #expect(run.status == 1)
    expectGolden(run, "selection-everything", in: directory)
    let listed = try host("run", "--on-failure=leave-out", in: directory)
    #expect(listed.status == 1)
  }

  @Test("an unknown plugin that is disabled is a warning, and an error on the command line")
  func unknown() throws {
    let directory = try TemporaryDirectory()
    try write("good", in: directory)
    try directory.write(
      #"{"plugins": {"org.example.goood": {"enabled": false}, "org.gone": {"onFailure": "leave-out"}}}"#,
      to: "host.json")
    let run = try host("validate", in: directory)
    #expect(run.status == 0)
    #expect(run.output.contains("0 errors, 2 warnings"))
    #expect(run.errors.contains("fix: write `org.example.good`, or add the plugin"))
    #expect(try host("validate", "--no-config", "--without", "x", in: directory).status == 1)
  }

  @Test(
    "contradictory or malformed settings are usage errors",
    arguments: [
      #"{"onFailure": "ignore"}"#, #"{"plugins": {"a.b": {"enabled": "no"}}}"#,
      #"{"plugins": {"a.b": {"onFailure": true}}}"#, #"{"plugins": {"a.b": {"enable": true}}}"#,
      #"{"plugins": {"a.b": {}, "a.b": {}}}"#,
    ])
  func malformed(json: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write(json, to: "host.json")
    let run = try host("list", in: directory)
    #expect(run.status == 2)
    #expect(run.errors.contains("host.json:1"), "\(run.errors)")
  }
}
