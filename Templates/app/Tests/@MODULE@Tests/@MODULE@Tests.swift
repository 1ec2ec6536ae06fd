import CleansePluginHost
import Testing

@testable import @MODULE@

@Suite("@NAME@")
struct @MODULE@Tests {
  @Test("is valid without plugins")
  func alone() throws {
    #expect(try ComponentFactory.of(@MODULE@Component.self).build().text.isEmpty)
  }

  @Test("lists the commands of plugins")
  func commands() throws {
    #expect(@MODULE@(commands: [TestCommand()]).text == "test: A test\n")
  }
}

struct TestCommand: Command {
  let name = "test"
  let summary = "A test"

  func run(arguments: [String], streams: CommandStreams) async throws -> Int32 { 0 }
}
