import Cleanse

/// Objects that depend on each other.
enum CyclesExample {
  // guide: session-manager
  final class SessionManager: Sendable {
    private let sessions: ComponentFactory<SessionComponent>

    init(sessions: ComponentFactory<SessionComponent>) { self.sessions = sessions }

    func open(for user: String) -> Session { sessions.build(user) }
  }

  struct Session {
    let user: String  // the seed
    let manager: SessionManager  // the shared one of the parent component
  }

  enum SessionComponent: Component {
    typealias Seed = String

    static func configure(binder: UnscopedBinder) {}

    static func configureRoot(binder bind: ReceiptBinder<Session>) -> BindingReceipt<Session> {
      bind.to(factory: Session.init)
    }
  }

  struct Server { let manager: SessionManager }

  enum ServerComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.bind(SessionManager.self).sharedInScope().to(factory: SessionManager.init)
      binder.install(dependency: SessionComponent.self)
    }

    static func configureRoot(binder bind: ReceiptBinder<Server>) -> BindingReceipt<Server> {
      bind.to(factory: Server.init)
    }
  }
  // guide: end

  static func open() throws -> (Server, Session) {
    // guide: session-manager
    let server = try ComponentFactory.of(ServerComponent.self).build()
    let session = server.manager.open(for: "Ann")  // session.manager === server.manager
    // guide: end
    return (server, session)
  }

  // guide: cycle-of-a-collection
  protocol Command: Sendable { var name: String { get } }

  final class HelpCommand: Command {
    let name = "help"
    private let commands: Provider<[any Command]>

    init(commands: Provider<[any Command]>) { self.commands = commands }

    func run() -> [String] { commands.get().map(\.name) }  // "help" is one of them
  }

  enum HelpModule: Module {
    static func configure(binder: Binder<Singleton>) {
      binder.bind((any Command).self).intoCollection().sharedInScope()
        .to(factory: HelpCommand.init)
    }
  }
  // guide: end

  struct QuitCommand: Command { let name = "quit" }

  struct Shell { let commands: [any Command] }

  enum ShellComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.include(module: HelpModule.self)
      binder.bind((any Command).self).intoCollection().to(factory: QuitCommand.init)
    }

    static func configureRoot(binder bind: ReceiptBinder<Shell>) -> BindingReceipt<Shell> {
      bind.to(factory: Shell.init)
    }
  }
}
