import CleanseFindingReports
import Testing

@testable import CleansePluginCommands

@Suite("The command new")
struct NewCommandTests {
  @Test(
    "it requires one of its kinds",
    arguments: [
      ([], "requires one kind", "expected plugin, contract, app or ci"),
      (["xyz"], "has no kind `xyz`", "expected plugin, contract, app or ci"),
      (["plugn", "hello"], "has no kind `plugn`", "did you mean `host new plugin`?"),
    ] as [([String], String, String)])
  func usage(words: [String], message: String, hint: String) async {
    let outcome = await host(arguments: ["new"] + words)
    #expect(outcome.status == 2)
    #expect(
      outcome.error.hasPrefix("host: `host new` \(message)\n  \(hint)\n  see `host help new`\n"))
  }
}
