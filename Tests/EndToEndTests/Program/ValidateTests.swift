import CleanseTestSupport
import Foundation
import Testing

@Suite("host validate", .blocking)
struct ValidateTests {
  @Test("finds no errors in the sample plugins")
  func samples() throws {
    let run = try host("validate", Build.plugins.path)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    expectGolden(run, "validate-samples")
    #expect(try host("validate", "--strict", Build.plugins.path).status == 0)
  }

  @Test(
    "ends with status 1 for plugins that don't fit together, and run builds none of them",
    arguments: [
      (["MissingPlugin"], "missing", ["MissingPlugin/MissingPluginModule.swift:10"]),
      (
        ["DuplicateA", "DuplicateB"], "duplicate",
        ["DuplicateA/DuplicateAModule.swift:10", "DuplicateB/DuplicateBModule.swift:10"]
      ),
      (
        ["CycleA", "CycleB"], "cycle",
        ["CycleA/CycleAModule.swift:10", "CycleB/CycleBModule.swift:10"]
      ),
    ])
  func broken(plugins: [String], name: String, locations: [String]) throws {
    let directory = try TemporaryDirectory(broken: plugins + ["Ending"])
    let run = try host("validate", ".", in: directory)
    #expect(run.status == 1)
    for location in locations { #expect(run.errors.contains("at \(location)")) }
    for plugin in plugins.map(Self.identifier) { #expect(run.errors.contains("from \(plugin)")) }
    expectGolden(run, "validate-\(name)", in: directory)
    let attempt = try host("run", ".", "--", "end", "0", in: directory)
    #expect(attempt.status == 1)
    #expect(attempt.output.isEmpty)
    let errors = run.errors.components(separatedBy: "\nwarning: ")[0]
    #expect(attempt.errors.hasPrefix(errors))
    #expect(attempt.errors.hasSuffix("host: the plugins don't fit together; nothing was run\n"))
  }

  private static func identifier(of plugin: String) -> String {
    switch plugin {
    case "MissingPlugin": "org.cleanse.broken.missing"
    default: "org.cleanse.broken.\(plugin.dropLast().lowercased())-\(plugin.suffix(1).lowercased())"
    }
  }

  @Test("as JSON has each finding with code, locations and plugins")
  func json() throws {
    let directory = try TemporaryDirectory(broken: ["DuplicateA", "DuplicateB"])
    let run = try host("validate", "--format", "json", ".", in: directory)
    #expect(run.status == 1)
    #expect(run.errors.isEmpty)
    let document = try run.json()
    #expect(document["schema"] as? String == "cleanse-validate/1")
    #expect(document["errors"] as? Int == 1)
    let findings = try #require(document["findings"] as? [[String: Any]])
    #expect(
      findings.map { $0["code"] as? String } == [
        "cleanse/duplicate-binding", "cleanse/unused-binding",
      ])
    expectGolden(run, "validate-json", in: directory)
  }

  // A plugin for the extension point of another application failed with --strict.
  @Test("accepts contributions that a manifest declares and the application does not collect")
  func otherApplication() throws {
    let directory = try TemporaryDirectory(samples: ["Wrap"])
    let run = try host("validate", "--strict", ".", in: directory)
    #expect(run.status == 0)
    #expect(run.output.contains(": 0 errors, 0 warnings"))
    #expect(run.errors.hasPrefix("note: [any TextFilterAPI.TextFilter] is never used "))
    let raised = try host(
      "validate", "--severity", "cleanse/unused-binding=error", ".", in: directory)
    #expect(raised.status == 1)
  }

  @Test("warns with status 0, and with --strict the warning is an error")
  func strict() throws {
    let directory = try TemporaryDirectory(broken: ["Sharing"])
    try directory.copy(["libPolicy.so"], from: Build.plugins)
    let lax = try host("validate", ".", in: directory)
    #expect(lax.status == 0)
    expectGolden(lax, "validate-warning", in: directory)
    let strict = try host("validate", "--strict", ".", in: directory)
    #expect(strict.status == 1)
    expectGolden(strict, "validate-strict", in: directory)
    #expect(try host("run", ".", "--", "first", in: directory).output == "1\n")
    #expect(try host("run", "--strict", ".", "--", "first", in: directory).status == 1)
  }

  @Test("keeps the output of plugins that are configured out of its own")
  func chatty() throws {
    let directory = try TemporaryDirectory(broken: ["Chatty"])
    let text = try host("validate", ".", in: directory)
    #expect(text.status == 0)
    #expect(text.output == "1 plugin, 1 binding: 0 errors, 0 warnings\n")
    #expect(text.errors.contains("cleanse-list/1"), "what the plugin printed is lost")
    for command in [["validate"], ["show"]] {
      let operands = command == ["show"] ? [".", "org.cleanse.broken.chatty"] : ["."]
      let run = try host(arguments: command + ["--format", "json"] + operands, in: directory)
      #expect(run.status == 0)
      #expect(try run.json()["schema"] as? String == "cleanse-\(command[0])/1")
    }
    #expect(try host("run", ".", "--", "chat", in: directory).output == "hello\n")
  }

  @Test("rejects a plugin that reports an error, with its message, and accepts the others")
  func refusing() throws {
    let directory = try TemporaryDirectory(broken: ["Refusing", "Ending"])
    let run = try host("validate", ".", in: directory)
    #expect(run.status == 1)
    expectGolden(run, "validate-refusing", in: directory)
    #expect(
      try host("run", "--on-failure", "leave-out", ".", "--", "end", "0", in: directory).status == 0
    )
    #expect(try host("run", "--strict", ".", "--", "end", "0", in: directory).status == 1)
  }

  @Test("names the dependents of a rejected plugin's binding")
  func rejectedNear() throws {
    let directory = try TemporaryDirectory(broken: ["Refusing", "CycleA"])
    let run = try host("validate", ".", in: directory)
    #expect(run.status == 1)
    expectGolden(run, "validate-near-rejected", in: directory)
  }
}
