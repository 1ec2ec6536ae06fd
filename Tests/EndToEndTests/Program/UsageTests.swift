import CleanseTestSupport
import Foundation
import Testing

@Suite("The command line of host", .blocking)
struct UsageTests {
  @Test(
    "every mistake has status 2 and a hint",
    arguments: [
      ("usage-command", ["lsit"]), ("usage-far-command", ["frobnicate"]),
      ("usage-option", ["list", "--fromat", "json"]), ("usage-letter", ["list", "-x"]),
      ("usage-format", ["list", "--format", "jsno"]), ("usage-no-format", ["list", "--format"]),
      ("usage-flag-value", ["validate", "--strict=yes", "/"]), ("usage-show", ["show"]),
      ("usage-help", ["help", "validat"]), ("usage-help-two", ["help", "list", "show"]),
      // Only the name was unknown, as if no command had it.
      ("usage-foreign-option", ["list", "--rescan"]),
      ("usage-untrusted", ["list", "--require-signed"]), ("usage-trust", ["run", "--trust", "a"]),
      ("usage-no-trust", ["list", "--trust"]), ("usage-key", ["key"]),
      ("usage-sign", ["sign", "a.so"]), ("usage-sign-nothing", ["sign", "--key", "a"]),
      ("usage-verify", ["verify", "a"]), ("usage-verify-nothing", ["verify", "--key", "a"]),
      ("usage-program-option", ["--verison"]),
      ("usage-cache", ["cache"]), ("usage-cache-word", ["cache", "clera"]),
      ("usage-times", ["graph", "--times", "t.json"]),
      ("usage-sdk", ["sdk", "--cflags", "--format", "json"]),
    ] as [(String, [String])])
  func mistakes(name: String, arguments: [String]) throws {
    let run = try host(arguments: arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    expectGolden(run, name)
  }

  // A host took a name with other bytes for one with U+FFFD, and so used another file.
  @Test("a name that is not UTF-8 is a mistake, but not as an argument of a plugin's command")
  func bytes() throws {
    let directory = try TemporaryDirectory()
    let environment = ["HOST": Build.host.path(percentEncoded: false)]
    let mistakes = [
      #""$HOST" list "$(printf 'p\377')""#, #""$HOST" verify --key k "$(printf 'p\377.so')""#,
      #""$HOST" run --config "$(printf 'p\377.json')" -- a"#,
      #"CLEANSE_PLUGIN_PATH="$(printf '/p\377')" "$HOST" list"#,
    ]
    for mistake in mistakes {
      let run = try Shell.run(
        "\(mistake) 2>&1 && echo 0 || echo $?", in: directory, environment: environment)
      #expect(run.contains("is not valid UTF-8") && run.hasSuffix("2\n"), "\(run)")
    }
    let run = try Shell.run(
      #""$HOST" run . -- none "$(printf 'p\377')" 2>&1 || true"#, in: directory,
      environment: environment)
    #expect(!run.contains("is not valid UTF-8"), "\(run)")
  }

  @Test("help is a result, and the reference has each command")
  func help() throws {
    let completions = try host("completions", "--complete", "--", "").output
    let commands = completions.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    #expect(commands.count > 20)
    let reference = try String(
      contentsOf: Build.root.appending(path: "Documentation/HostProgram.md"), encoding: .utf8)
    for topic in [[], ["options"]] + commands.map({ [$0] }) {
      let run = try host(arguments: ["help"] + topic)
      #expect(run.status == 0)
      #expect(run.errors.isEmpty)
      #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
      expectGolden(run, (["help"] + topic).joined(separator: "-"))
      guard topic != ["options"] else { continue }
      #expect(try host(arguments: topic + ["--help"]).output == run.output)
      #expect(try host(arguments: topic + ["-h"]).output == run.output)
      if let command = topic.first { #expect(reference.contains("`host \(command)"), "\(command)") }
    }
    #expect(try host(arguments: []).errors == host("help").output)
  }

  @Test("--version prints the version")
  func version() throws {
    let run = try host("--version")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let lines = run.output.split(separator: "\n")
    #expect(lines.first?.wholeMatch(of: /host \d+\.\d+\.\d+/) != nil)
    #expect(lines.contains { $0.wholeMatch(of: /interface +[0-9a-f]{16}/) != nil })
    #expect(lines.contains { $0.hasPrefix("compiler      Swift version ") })
  }
}
