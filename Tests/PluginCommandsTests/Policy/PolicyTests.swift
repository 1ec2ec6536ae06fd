import CleanseGraphAnalysis
@testable import CleanseFindingReports
@testable import CleanseGraph
@testable import CleansePluginCommands
@testable import CleansePluginTrust
import CleanseTestSupport
import Testing

@Suite("The effective policy")
struct PolicyTests {
  /// A setting with its sources and the expected values.
  struct Row: CustomTestStringConvertible {
    let key: String
    /// The member of the policy file, and the resulting value.
    let member: String
    let fromFile: String
    /// The options, and the resulting value; empty if there is no such option.
    var arguments: [String] = []
    var fromArguments = ""
    let standard: String

    var testDescription: String { key }
  }

  static let rows = [
    Row(
      key: "directories", member: #""directories":["a","/b"]"#, fromFile: "ci/a,/b",
      standard: "./plugins"),
    Row(
      key: "strict", member: #""strict":true"#, fromFile: "true", arguments: ["--no-strict"],
      fromArguments: "false", standard: "false"),
    Row(
      key: "strict", member: #""strict":false"#, fromFile: "false", arguments: ["--strict"],
      fromArguments: "true", standard: "false"),
    Row(
      key: "deadline", member: #""deadline":0.5"#, fromFile: "0.5",
      arguments: ["--deadline", "3"], fromArguments: "3", standard: "5"),
    Row(
      key: "onFailure", member: #""onFailure":"leave-out""#, fromFile: "leave-out",
      arguments: ["--on-failure", "refuse"], fromArguments: "refuse", standard: "refuse"),
    Row(
      key: "plugins.a.b.enabled", member: #""plugins":{"a.b":{"enabled":true}}"#,
      fromFile: "true", arguments: ["--without", "a.b"], fromArguments: "false", standard: ""),
    Row(
      key: "plugins.a.b.onFailure", member: #""plugins":{"a.b":{"onFailure":"refuse"}}"#,
      fromFile: "refuse", standard: ""),
    Row(
      key: "plugins.a.b.options.c", member: #""plugins":{"a.b":{"options":{"c":1}}}"#,
      fromFile: "(no such plugin)", arguments: [], standard: ""),
    Row(
      key: "baseline", member: #""baseline":"known.json""#, fromFile: "ci/known.json",
      standard: "-"),
    Row(
      key: "lock.file", member: #""lock":{"file":"a.lock"}"#, fromFile: "ci/a.lock",
      arguments: ["--locked=b.lock"], fromArguments: "b.lock", standard: "plugins.lock"),
    Row(
      key: "lock.file", member: #""lock":{}"#, fromFile: "ci/plugins.lock",
      standard: "plugins.lock"),
    Row(
      key: "lock.locked", member: #""lock":{"locked":true}"#, fromFile: "true",
      arguments: ["--no-locked"], fromArguments: "false", standard: "false"),
    Row(
      key: "lock.locked", member: #""lock":{"locked":false}"#, fromFile: "false",
      arguments: ["--locked"], fromArguments: "true", standard: "false"),
    Row(
      key: "trust.allowInsecure", member: #""trust":{"allowInsecure":true}"#, fromFile: "true",
      arguments: ["--no-allow-insecure"], fromArguments: "false", standard: "false"),
    Row(
      key: "trust.allowInsecure", member: #""trust":{"allowInsecure":false}"#, fromFile: "false",
      arguments: ["--allow-insecure"], fromArguments: "true", standard: "false"),
    Row(
      key: "trust.allowSimilarCompiler", member: #""trust":{"allowSimilarCompiler":true}"#,
      fromFile: "true", standard: "false"),
    Row(
      key: "trust.requireSigned",
      member: #""trust":{"requireSigned":true,"trustedKeys":["a"]}"#, fromFile: "true",
      arguments: ["--no-require-signed"], fromArguments: "false", standard: "false"),
    Row(
      key: "trust.trustedKeys",
      member: #""trust":{"requireSigned":true,"trustedKeys":["a","b"]}"#, fromFile: "ci/a,ci/b",
      arguments: ["--trust", "c"], fromArguments: "c", standard: "-"),
    Row(
      key: "severities.policy/x", member: #""severities":{"policy/x":"error"}"#,
      fromFile: "error", arguments: ["--severity", "policy/x=note", "--severity=policy/x=ignore"],
      fromArguments: "ignore", standard: ""),
  ]

  @Test(
    "comes from the command line, else from the file, else from the default", arguments: rows)
  func precedence(row: Row) async throws {
    let directory = try TemporaryDirectory(["host.json": "{\n\(row.member)}\n"])
    func value(_ file: String?, _ arguments: [String]) throws -> [String] {
      let options = try PolicyArguments(
        OptionParser(table: ConfigCommand.options, command: nil).parse(arguments), for: "config")
      let policy = Policy(
        options,
        file: try file.map { try PolicyFile(contentsOf: $0, name: "ci/host.json") })
      let report = ConfigReport(policy, path: PluginPath(operands: [], policy: policy), plugins: [])
      guard let entry = report.settings.first(where: { $0.key == row.key }) else { return [] }
      return [entry.value.lines.joined(separator: ","), entry.location ?? entry.origin]
    }
    let file = "\(directory.path)/host.json"
    #expect(try value(file, []) == [row.fromFile, "ci/host.json:2"])
    #expect(try value(nil, []) == (row.standard.isEmpty ? [] : [row.standard, "default"]))
    guard !row.arguments.isEmpty else { return }
    let expected = [row.fromArguments, "command line"]
    #expect(try value(file, row.arguments) == expected)
    #expect(try value(nil, row.arguments) == expected)
  }

  @Test("for directories, the environment takes precedence over the file")
  func environment() throws {
    let directory = try TemporaryDirectory(["host.json": #"{"directories":["a"]}"#])
    let file = try PolicyFile(contentsOf: "\(directory.path)/host.json", name: "host.json")
    let policy = Policy(environment: ["CLEANSE_PLUGIN_PATH": "b"], file: file)
    #expect(policy.directories.value == ["b"])
    #expect(policy.directories.origin == .environment("CLEANSE_PLUGIN_PATH"))
    #expect(PluginPath(operands: ["c"], policy: policy).directories == ["c"])
    #expect(
      Policy(environment: ["CLEANSE_PLUGIN_PATH": "::"], file: file).directories.value == ["a"])
  }

  @Test("merges the levels of codes on the command line with those of the file")
  func severities() throws {
    let directory = try TemporaryDirectory([
      "host.json": #"{"severities":{"policy/x":"error","policy/y":"note"}}"#
    ])
    let policy = Policy(
      PolicyArguments(severities: ["policy/x": .ignore, "policy/z": .warning]),
      file: try PolicyFile(contentsOf: "\(directory.path)/host.json"))
    #expect(
      policy.judgement.levels == ["policy/x": .ignore, "policy/y": .note, "policy/z": .warning])
  }

  @Test(
    "contradicting options are a usage error",
    arguments: [
      (["--strict", "--no-strict"], "options --strict and --no-strict can't be combined"),
      (["--no-locked", "--locked=a"], "options --locked and --no-locked can't be combined"),
      (["--config", "a", "--no-config"], "options --config and --no-config can't be combined"),
      (["--require-signed"], "option --require-signed requires a trusted key"),
      (["--trust", "a"], "option --trust has no effect without --require-signed"),
      (["--no-strict=x"], "option --no-strict takes no value"),
    ])
  func contradiction(arguments: [String], message: String) async {
    let outcome = await host(arguments: ["config"] + arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.hasPrefix("host: \(message)\n"))
  }
}
