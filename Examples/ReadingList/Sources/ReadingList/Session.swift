import Cleanse

/// The owner of a list: the seed of a session.
struct Reader: Equatable {
  let name: String
}

/// A session of one reader: runs a command.
struct Session {
  let commands: [any Command]

  func run(_ arguments: ArraySlice<String>) throws -> String {
    guard let name = arguments.first, name != "help" else { return help }
    guard let command = commands.first(where: { $0.name == name }) else {
      let names = commands.map(\.name).joined(separator: ", ")
      throw UsageError("unknown command \"\(name)\"; the commands are \(names), help")
    }
    return try command.run(arguments.dropFirst())
  }

  private var help: String {
    let lines = commands.map { "  \($0.usage)\n      \($0.summary)" }
    return (["usage: reading-list [--reader NAME] COMMAND"] + lines).joined(separator: "\n")
  }
}

/// The scope of objects that belong to one session.
enum SessionScope: Scope {}

/// A subcomponent of the application: it can request the store, but its shelf is private to it.
///
/// Its shelf depends on the store, whose factory throws; so its `build` throws.
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
