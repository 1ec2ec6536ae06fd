import Cleanse

/// Whose list it is: the seed of a session.
struct Reader: Equatable {
  let name: String
}

/// One reader at work.
struct Session {
  let commands: [any Command]

  func run(_ arguments: ArraySlice<String>) throws -> String {
    guard let name = arguments.first, name != "help" else { return help }
    guard let command = commands.first(where: { $0.name == name }) else {
      let names = commands.map(\.name).joined(separator: ", ")
      throw UsageError("there is no command \"\(name)\"; there are \(names), help")
    }
    return try command.run(arguments.dropFirst())
  }

  private var help: String {
    let lines = commands.map { "  \($0.usage)\n      \($0.summary)" }
    return (["usage: reading-list [--reader NAME] COMMAND"] + lines).joined(separator: "\n")
  }
}

/// The lifetime of what belongs to one session.
enum SessionScope: Scope {}

/// A component inside of the application's: it sees the store, and nobody outside sees its shelf.
///
/// Its shelf needs the store, and that can fail to open; so its `build` throws.
enum SessionComponent: Component, ThrowingComponent {
  typealias Seed = Reader

  static func configure(binder: Binder<SessionScope>) {
    binder.bind(Shelf.self).sharedInScope().to(factory: Shelf.init)
    binder.include(module: CommandsModule.self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Session>) -> BindingReceipt<Session> {
    bind.to(factory: Session.init)
  }
}
