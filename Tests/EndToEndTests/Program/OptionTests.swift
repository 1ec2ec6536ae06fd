import CleanseTestSupport
import Foundation
import Testing

@Suite("Options of plugins", .blocking)
struct OptionTests {
  private static let identifier = "org.example.options"
  private static let variable = "CLEANSE_OPTION_ORG_EXAMPLE_OPTIONS__"

  private func directory(_ plugin: OptionPlugin = OptionPlugin()) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try plugin.build("plugins/options.so", in: directory)
    return directory
  }

  private func printed(
    _ arguments: String..., in directory: TemporaryDirectory, environment: [String: String] = [:],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> String {
    let run = try host(
      arguments: ["run"] + arguments + ["--", "print"], in: directory, environment: environment)
    #expect(run.status == 0, "\(run.errors)", sourceLocation: sourceLocation)
    return run.output
  }

  @Test("a C plugin gets the defaults of options of every type")
  func defaults() throws {
    #expect(try printed(in: directory()) == "0 3 0.5 none soft 1 2 0\n")
  }

  @Test("values come from host.json, the environment and the command line, in this precedence")
  func precedence() throws {
    let directory = try directory()
    try directory.write(
      #"""
      {"plugins": {"org.example.options": {"options": {
        "isLoud": true, "count": 7, "ratio": 2, "title": "from the file", "mode": "hard-wrap",
        "widths": [], "names": ["a,b", "c"]
      }}}}
      """#, to: "host.json")
    #expect(try printed(in: directory) == "1 7 2 from the file hard-wrap <a,b> <c> 0\n")
    let environment = [
      Self.variable + "COUNT": "8", Self.variable + "IS_LOUD": "false",
      Self.variable + "WIDTHS": "-5,6", Self.variable + "TOKEN": "1234",
    ]
    #expect(
      try printed(in: directory, environment: environment)
        == "0 8 2 from the file hard-wrap -5 6 <a,b> <c> 4\n")
    #expect(
      try printed(
        "--set", "org.example.options.count=9", "--set", "org.example.options.names=[\"x\"]",
        "--set", "org.example.options.title=a=b", in: directory, environment: environment)
        == "0 9 2 a=b hard-wrap -5 6 <x> 4\n")
    #expect(try printed("--no-config", in: directory) == "0 3 0.5 none soft 1 2 0\n")
  }

  @Test("a Swift plugin gets the value as a tagged provider")
  func swift() throws {
    let directory = try TemporaryDirectory()
    try directory.write("b a c a\n".utf8, to: "text")
    let run = try host(
      "run", Build.plugins.path, "--set", "org.cleanse.samples.statistics.listed=1", "--",
      "statistics", input: .file(directory.path(of: "text")))
    #expect(run.status == 0)
    #expect(run.output.hasSuffix("most frequent words\n  2  a\n"))
  }

  @Test("each plugin sees its own options alone, also if another one has an option of that name")
  func isolation() throws {
    let directory = try directory()
    var other = OptionPlugin()
    other.identifier = "org.example.others"
    other.command = "other"
    try other.build("plugins/others.so", in: directory)
    let settings = [
      "--set", "org.example.options.count=4", "--set", "org.example.others.count=5",
    ]
    for (command, output) in [("print", "0 4"), ("other", "0 5")] {
      let run = try host(arguments: ["run"] + settings + ["--", command], in: directory)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.hasPrefix(output))
    }
    #expect(try host("validate", in: directory).status == 0)
    // Also if the graph is linked from documents.
    #expect(
      try host("fragment", "plugins", "--output", "fragments", in: directory).status == 0)
    let linked = try host("validate", "--graph", "fragments", in: directory)
    #expect(linked.status == 0, "\(linked.errors)")
  }

  @Test("all mistakes are reported at once, before anything is loaded")
  func mistakes() throws {
    let directory = try directory()
    try CPlugin(
      identifier: "org.example.mark", declarations: CPlugin.marking("marked")
    ).build("plugins/mark.so", in: directory)
    try directory.write(
      #"""
      {
        "plugins": {
          "org.example.options": {
            "options": {
              "count": 301,
              "ratio": "much",
              "mode": "hard",
              "widths": [1, 2.5],
              "titel": "x",
              "title": {"file": "title.txt"},
              "isLoud": "yes"
            }
          },
          "org.example.optoins": {"options": {"count": 1}}
        }
      }
      """#, to: "host.json")
    let run = try host(
      "list", "--set", "org.example.options.count=many", in: directory,
      environment: [Self.variable + "NAMES": "[1]", Self.variable + "COUNTS": "1"])
    #expect(run.status == 1)
    #expect(!directory.contains("marked"))
    expectGolden(run, "option-mistakes", in: directory)
    let validated = try host("validate", in: directory)
    #expect(validated.status == 1)
    #expect(validated.errors.contains("org.example.optoins"))
    #expect(validated.errors.contains("fix: write `org.example.options`, or add"))
    let ran = try host("run", "--strict", "--", "print", in: directory)
    #expect(ran.status == 1)
  }

  @Test("an option of an unknown plugin is a warning, and an error on the command line")
  func unknownPlugin() throws {
    let directory = try directory()
    try directory.write(
      #"{"plugins": {"org.example.gone": {"options": {"a": 1}}}}"#, to: "host.json")
    let environment = ["CLEANSE_OPTION_X": "1"]
    let warned = try host("validate", in: directory, environment: environment)
    expectGolden(warned, "option-unknown-plugin", in: directory)
    #expect(warned.status == 0)
    #expect(try host("validate", "--strict", in: directory).status == 1)
    let ignored = try host(
      "validate", "--strict", "--severity", "plugin/unknown-plugin=ignore", in: directory)
    #expect(ignored.status == 0)
    let named = try host("run", "--set", "org.gone.a=1", "--", "print", in: directory)
    #expect(named.status == 1)
    // No plugin has to be removed for that.
    let suggested = try host("validate", "--set", "org.gone.a=1", in: directory)
    #expect(!suggested.output.contains("without"), "\(suggested.output)")
    let many = (0..<1000).map { "\"org.gone.a\($0)\": {\"options\": {\"a\": 1}}" }
    try directory.write("{\"plugins\": {\(many.joined(separator: ", "))}}", to: "host.json")
    let abridged = try host("validate", in: directory)
    #expect(abridged.status == 0)
    #expect(abridged.errors.contains("980 more names of plugins that were not found"))
  }

  @Test("an option that has to be set, and is not, rejects the plugin")
  func required() throws {
    var plugin = OptionPlugin()
    plugin.options =
      #"""
      {"url": {"type": "string", "required": true, "summary": "The address"},
       "key": {"type": "string", "required": true, "secret": true, "summary": "The key"}}
      """#
    plugin.parameters = [("const char *url", "string url @option.url")]
    plugin.statements = #"fprintf(text, "%s\n", url);"#
    let directory = try directory(plugin)
    try expectGolden(host("list", in: directory), "option-missing", in: directory)
    let key = [Self.variable + "KEY": "x"]
    #expect(
      try printed(
        "--set", "org.example.options.url=http://x", in: directory, environment: key)
        == "http://x\n")
    // The author's machine needs no values.
    #expect(
      try host("fragment", "--output", "fragments", "plugins/options.so", in: directory).status == 0
    )
    #expect(try host("lock", in: directory).status == 0)
  }

  @Test("a secret is never shown, and has to be hidden from other users")
  func secrets() throws {
    let directory = try directory()
    let secret = "correct horse"
    try directory.write(secret + "\n", to: "token")
    try directory.write(
      #"{"plugins": {"org.example.options": {"options": {"token": {"file": "token"}}}}}"#,
      to: "host.json")
    chmod(directory.path(of: "token"), 0o644)
    let open = try host("list", in: directory)
    #expect(open.status == 1)
    expectGolden(open, "option-open-secret", in: directory)
    chmod(directory.path(of: "token"), 0o600)
    #expect(try printed(in: directory).hasSuffix(" 13\n"))
    for arguments in [
      ["config"], ["config", "--format", "json"], ["config", "--schema"],
      ["show", Self.identifier], ["show", "--format", "json", Self.identifier], ["validate"],
      ["graph", "--format", "json"], ["list", "--format", "json"],
    ] {
      let run = try host(arguments: arguments, in: directory)
      #expect(run.status == 0, "\(run.errors)")
      #expect(!run.transcript.contains("horse"), "\(arguments)")
    }
    // In the file itself, it depends on the permissions of that.
    try directory.write(
      #"{"plugins": {"org.example.options": {"options": {"token": "correct horse"}}}}"#,
      to: "host.json")
    chmod(directory.path(of: "host.json"), 0o644)
    let inside = try host("list", in: directory)
    #expect(inside.status == 1)
    #expect(inside.errors.contains("plugin/exposed-secret") && !inside.errors.contains("horse"))
    chmod(directory.path(of: "host.json"), 0o600)
    #expect(try printed(in: directory).hasSuffix(" 13\n"))
    #expect(
      try host(
        "list", "--set", "org.example.options.token=correct horse", in: directory
      ).errors.contains("plugin/exposed-secret"))
    let file = [Self.variable + "TOKEN_FILE": directory.path(of: "token")]
    #expect(try printed("--no-config", in: directory, environment: file).hasSuffix(" 13\n"))
    // No cached outcome has it.
    let cache = FileManager.default.enumerator(
      at: directory.url, includingPropertiesForKeys: nil)
    for case let entry as URL in cache ?? .init() where entry.path.contains("cleanse/") {
      #expect((try? Data(contentsOf: entry).range(of: Data("correct horse".utf8))) == nil)
    }
  }

  @Test("a secret is not in the report of a crash")
  func crash() throws {
    var plugin = OptionPlugin()
    plugin.options =
      #"{"token": {"type": "string", "secret": true, "required": true, "summary": "The token"}}"#
    plugin.parameters = [("const char *token", "string token @option.token")]
    plugin.statements = "if (strlen(token) > 0) *(volatile int *)0 = token[0];"
    plugin.listing = #"{"Command": [{"name": "print", "summary": "crashes"}]}"#
    let run = try host(
      "run", "--", "print", in: directory(plugin),
      environment: [Self.variable + "TOKEN": "correct horse"])
    #expect(run.status == 128 + SIGSEGV)
    #expect(run.errors.contains("[plugin/crashed]"))
    #expect(!run.errors.contains("correct"), "\(run.errors)")
  }

  @Test(
    "a file that is not a readable secret is an error",
    arguments: ["missing", "folder", "binary", "huge"])
  func badSecretFile(name: String) throws {
    let directory = try directory()
    try directory.makeDirectory("folder")
    try directory.write([0xFF, 0x00], to: "binary")
    try directory.write(Array(repeating: 65, count: 70_000), to: "huge")
    for file in ["binary", "huge"] { chmod(directory.path(of: file), 0o600) }
    let run = try host(
      "list", in: directory,
      environment: [Self.variable + "TOKEN_FILE": directory.path(of: name)])
    #expect(run.status == 1)
    #expect(run.errors.contains("invalid value for its option `token`: its file"))
  }

  @Test("a request that does not fit the declaration rejects the C plugin")
  func requests() throws {
    for (parameter, message) in [
      ("int8 count @option.count", "as `int8`, but it is a whole number from 1 to 300"),
      ("string count @option.count", "as `string`, but it is a whole number from 1 to 300"),
      ("int32 count @option.cuont", "requests the option `cuont`"),
    ] {
      var plugin = OptionPlugin()
      plugin.parameters = [("int32_t count", parameter)]
      plugin.statements = ""
      let directory = try directory(plugin)
      let run = try host("validate", in: directory)
      #expect(run.status == 1)
      #expect(run.errors.contains(message), "\(run.errors)")
      #expect(run.errors.contains("plugin/option-request"))
    }
  }

  @Test("a plugin can't bind an option itself")
  func binding() throws {
    let directory = try TemporaryDirectory()
    try CPlugin.compile(
      """
      #include <cleanse_plugin.h>
      CLEANSE_PLUGIN("org.example.binds", "1.0.0", "Binds an option", "Ada") {
        CLEANSE_VALUE("int32 @option.count", int32_t, 3);
      }
      """, to: "plugins/binds.so", in: directory)
    let run = try host("validate", in: directory)
    #expect(run.status == 1)
    #expect(run.errors.contains("`int32 @option.count` can't be bound"))
  }

  @Test("10,000 options are read in time, and the findings about them are abridged")
  func many() throws {
    let directory = try directory()
    let options = (0..<10_000).map { "\"count\($0)\": \($0)" }.joined(separator: ", ")
    try directory.write(
      "{\"plugins\": {\"org.example.options\": {\"options\": {\(options)}}}}", to: "host.json")
    let run = try host("list", in: directory)
    #expect(run.status == 1)
    #expect(run.errors.contains("9980 more findings"))
    #expect(run.errors.utf8.count < 10_000)
  }

  @Test("host config shows each option with its origin, and host show what it accepts")
  func shown() throws {
    let directory = try directory()
    try directory.write(
      #"{"plugins": {"org.example.options": {"options": {"count": 7, "mode": "hrd", "cuont": 8}}}}"#,
      to: "host.json")
    let environment = [Self.variable + "TOKEN": "1234"]
    let arguments = ["config", "--set", "org.example.options.title=T"]
    try expectGolden(
      host(arguments: arguments, in: directory, environment: environment), "option-config",
      in: directory)
    try expectGolden(
      host(
        arguments: arguments + ["--format", "json"], in: directory, environment: environment),
      "option-config-json", in: directory)
    let shown = try host("show", Self.identifier, in: directory, environment: environment)
    expectGolden(shown.withoutLibraries, "option-show", in: directory)
  }

  @Test("host config --schema describes host.json with the options of the plugins")
  func schema() throws {
    let directory = try directory()
    let run = try host("config", "--schema", in: directory)
    #expect(run.status == 0)
    expectGolden(run, "option-schema", in: directory)
  }

  @Test(
    "a malformed --set is a usage error",
    arguments: ["", "x", "x=1", "a.=1", ".a=1", "org.example.options.count"])
  func usage(argument: String) throws {
    let run = try host("list", "--set", argument, in: directory())
    #expect(run.status == 2)
    #expect(run.errors.contains("expected PLUGIN.OPTION=VALUE"))
  }

  @Test(
    "malformed options in host.json are usage errors with the line",
    arguments: [
      (#"{"plugins": []}"#, "`plugins` must be an object"),
      (#"{"plugins": {"a.b": 1}}"#, "`plugins.a.b` must be an object"),
      (#"{"plugins": {"a.b": {"optoins": {}}}}"#, "did you mean `options`?"),
      (#"{"plugins": {"a.b": {"options": {"c": null}}}}"#, "not null"),
      (#"{"plugins": {"a.b": {"options": {"c": {"fiel": "x"}}}}}"#, "did you mean `file`?"),
      (#"{"plugins": {"a.b": {"options": {"c": [[1]]}}}}"#, "options.c` has an element"),
      (#"{"plugins": {"a.b": {"options": {"c": 1e999}}}}"#, "is too large a number"),
    ])
  func malformed(json: String, message: String) throws {
    let directory = try directory()
    try directory.write(json, to: "host.json")
    let run = try host("list", in: directory)
    #expect(run.status == 2)
    #expect(run.errors.contains("host.json:1") && run.errors.contains(message), "\(run.errors)")
  }
}
