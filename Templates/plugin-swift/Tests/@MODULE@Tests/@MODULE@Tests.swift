import CleansePlugin
import Testing

@testable import @MODULE@

/// An application that has only this plugin.
enum TestComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.declareCollection(of: (any Command).self)
    binder.include(module: @MODULE@Module.self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Commands>) -> BindingReceipt<Commands> {
    bind.to(factory: Commands.init)
  }
}

struct Commands {
  let all: [any Command]
}

@Suite("@NAME@")
struct @MODULE@Tests {
  private let output = TextSink()

  private func run(_ arguments: String...) async throws -> Int32 {
    let commands = try ComponentFactory.of(TestComponent.self).build().all
    let command = try #require(commands.first { $0.name == "@NAME@" })
    return try await command.run(
      arguments: arguments,
      streams: CommandStreams(input: NoInput(), output: output, error: TextSink()))
  }

  @Test("greets the world, or a name", arguments: [[], ["Ann"]])
  func greets(names: [String]) async throws {
    let status =
      names.isEmpty ? try await run() : try await run(names[0])
    #expect(status == 0)
    #expect(output.text == "Hello, \(names.first ?? "world")!\n")
  }

  @Test("takes one name")
  func usage() async {
    await #expect(throws: CommandUsageError.self) { try await run("Ann", "Ben") }
  }
}
