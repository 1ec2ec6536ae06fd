import CleanseTestSupport
import Foundation
import Glibc
import Testing

@Suite("The levels of findings", .blocking)
struct SeverityTests {
  @Test(
    "let validate pass for a broken graph, but no command is made that needs the broken part",
    arguments: [
      (["MissingPlugin"], "cleanse/missing-binding"),
      (["DuplicateA", "DuplicateB"], "cleanse/duplicate-binding"),
      (["CycleA", "CycleB"], "cleanse/dependency-cycle"),
    ], ["warning", "note", "ignore"])
  func lowered(broken: (plugins: [String], code: String), level: String) throws {
    let directory = try TemporaryDirectory(broken: broken.plugins + ["Ending"])
    let option = "--severity=\(broken.code)=\(level)"
    let run = try host("validate", option, ".", in: directory)
    #expect(run.status == 0)
    #expect(run.output.contains(": 0 errors, "))
    #expect(run.errors.contains("[\(broken.code)]") == (level != "ignore"))
    #expect(run.output.hasSuffix(", 1 ignored\n") == (level == "ignore"))
    if level == "ignore" { expectGolden(run, "severity-\(broken.code.dropFirst(8))") }
    let attempt = try host("run", option, ".", "--", "end", "0", in: directory)
    #expect(attempt.status == 0, "\(attempt.errors)")
    guard broken.plugins == ["MissingPlugin"] else { return }
    let all = try host("run", option, ".", in: directory)
    #expect(all.status == 1)
    #expect(all.output.contains("end "))
    #expect(all.errors.contains("its dependencies are invalid"))
  }

  @Test("apply to a validator of a plugin")
  func contributed() throws {
    let directory = try TemporaryDirectory(broken: ["Sharing"])
    try directory.copy(["libPolicy.so"], from: Build.plugins)
    let code = "policy/unscoped-class-shared"
    let raised = try host("validate", "--severity", "\(code)=error", ".", in: directory)
    #expect(raised.status == 1)
    #expect(raised.errors.hasPrefix("error: Sharing.Counter"))
    let refused = try host("run", "--severity", "\(code)=error", ".", "--", "first", in: directory)
    #expect(refused.status == 1)
    #expect(refused.output.isEmpty)
    let ignored = try host(
      "validate", "--strict", "--severity", "\(code)=ignore", ".", in: directory)
    #expect(ignored.status == 0)
    #expect(ignored.errors.isEmpty)
    #expect(ignored.output == "2 plugins, 4 bindings: 0 errors, 0 warnings, 1 ignored\n")
    #expect(
      try host("run", "--strict", "--severity", "\(code)=note", ".", "--", "first", in: directory)
        .output == "1\n")
    let json = try host(
      "validate", "--format", "json", "--severity", "\(code)=ignore", ".", in: directory)
    #expect(try json.json()["ignored"] as? Int == 1)
    #expect((try json.json()["findings"] as? [Any])?.isEmpty == true)
  }

  @Test("apply to a note about a plugin: as an error it rejects the plugin, ignored it is counted")
  func plugin() throws {
    let directory = try TemporaryDirectory(broken: ["Chatty", "Ending"])
    let raised = try host("validate", "--severity", "plugin/wrote-output=error", ".", in: directory)
    #expect(raised.status == 1)
    #expect(raised.output.hasPrefix("2 plugins (1 rejected), "))
    let run = try host(
      "run", "--severity", "plugin/wrote-output=error", ".", "--", "chat", in: directory)
    #expect(run.status == 1)
    #expect(run.errors.contains("[plugin/wrote-output]"))
    #expect(run.errors.hasSuffix("host: 1 plugin is rejected; nothing was run\n"), "\(run.errors)")
    let without = try host(
      "run", "--severity", "plugin/wrote-output=error", "--on-failure", "leave-out", ".", "--",
      "chat", in: directory)
    #expect(without.status == 1)
    #expect(
      without.errors.contains(
        "unknown command `chat`; 1 plugin is not used and may contribute it\n"))
    let ignore = "--severity=plugin/wrote-output=ignore"
    for arguments in [
      ["probe", ignore, directory.path(of: "libChatty.so")],
      ["show", ignore, ".", "org.cleanse.broken.chatty"],
    ] {
      let run = try host(arguments: arguments, in: directory)
      #expect(run.status == 0)
      #expect(run.errors == "host: 1 finding ignored\n")
    }
    let validated = try host("validate", ignore, ".", in: directory)
    #expect(validated.status == 0)
    #expect(validated.errors.isEmpty)
    #expect(validated.output.hasSuffix(", 1 ignored\n"))
    let json = try host("probe", ignore, "--format=json", "libChatty.so", in: directory)
    let plugins = try #require(try json.json()["plugins"] as? [[String: Any]])
    #expect(plugins[0]["ignored"] as? Int == 1)
    #expect((plugins[0]["diagnostics"] as? [Any])?.isEmpty == true)
  }

  @Test("never let an unusable plugin be used")
  func rejected() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    try #require(chmod(directory.path(of: "libEnding.so"), 0o666) == 0)
    let ignore = "--severity=plugin/insecure-permissions=ignore"
    let refused = try host("run", ignore, ".", "--", "end", "0", in: directory)
    #expect(refused.status == 1)
    #expect(refused.errors.hasPrefix("error: ./libEnding.so can be changed by users other"))
    let allowed = try host("list", "--allow-insecure", ignore, ".", in: directory)
    #expect(allowed.status == 0)
    #expect(allowed.errors == "host: 1 finding ignored\n")
    let raised = try host(
      "list", "--allow-insecure", "--severity", "plugin/insecure-permissions=error", ".",
      in: directory)
    #expect(raised.status == 1)
    #expect(raised.output.contains("rejected: plugin/insecure-permissions"))
  }

  @Test(
    "are mistakes if they make no sense",
    arguments: [
      ("severity-none", "cleanse/unused-binding"), ("severity-level", "cleanse/duplicate-type=of"),
      ("severity-code", "cleanse/unsued-binding=error"),
      ("severity-owner", "unused-binding=error"), ("severity-fixed", "plugin/unsigned=ignore"),
      ("severity-memory", "cleanse/c-type-conflict=warning"),
    ])
  func mistakes(name: String, value: String) throws {
    let run = try host("validate", "--severity", value)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    expectGolden(run, name)
  }
}
