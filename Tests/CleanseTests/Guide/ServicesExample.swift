import Cleanse

/// Services of an application.
enum ServicesExample {
  struct Shop: Sendable {
    let mailer: Mailer
    func sell() async throws -> Int { 3 }
  }

  // guide: services
  actor Store: Service {
    func start() async throws { /* opens the file */  }
    func stop() async throws { /* writes what is left */  }
  }

  final class Mailer: Service {
    let store: Store
    init(store: Store) { self.store = store }
    func run() async throws {
      while true {
        try await Task.sleep(for: .seconds(60))
        // sends the mail that is in the store
      }
    }
  }

  enum ShopComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.bind(Store.self).sharedInScope().asService().to(factory: Store.init)
      binder.bind(Mailer.self).sharedInScope().asService().to(factory: Mailer.init)
    }

    static func configureRoot(binder bind: ReceiptBinder<Shop>) -> BindingReceipt<Shop> {
      bind.to(factory: Shop.init)
    }
  }
  // guide: end

  static func running() async throws {
    // guide: running
    try await ShopComponent.run { event in print(event) }
    // guide: end
  }

  static func body() async throws -> Int {
    // guide: body
    let count = try await ComponentFactory.of(ShopComponent.self).withServices { shop in
      try await shop.sell()
    }
    // guide: end
    return count
  }

  actor Feed: Service {}

  actor Pool {
    private(set) var isConnected = false
    func connect() { isConnected = true }
    func disconnect() { isConnected = false }
  }

  struct SessionScope: Scope {}

  struct Session: Sendable {
    let user: String
    let feed: Feed
    func talk() async {}
  }

  enum SessionComponent: Component {
    typealias Seed = String
    static func configure(binder: Binder<SessionScope>) {
      // guide: settings
      binder.bind(Feed.self).sharedInScope()
        .asService(ServiceSettings(startDeadline: .seconds(5), ending: .restart))
        .to(factory: Feed.init)
      // guide: end
    }
    static func configureRoot(binder bind: ReceiptBinder<Session>) -> BindingReceipt<Session> {
      bind.to(factory: Session.init)
    }
  }

  struct Server: Sendable {
    let sessions: ComponentFactory<SessionComponent>
    let pool: Pool

    // guide: sessions
    func serve(_ user: String) async throws {
      try await sessions.withServices(user) { session in
        await session.talk()
      }
    }
    // guide: end
  }

  enum ServerComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.install(dependency: SessionComponent.self)
      // guide: functions
      binder.bind(Pool.self).sharedInScope()
        .asService(start: { await $0.connect() }, stop: { await $0.disconnect() })
        .to(factory: Pool.init)
      // guide: end
    }
    static func configureRoot(binder bind: ReceiptBinder<Server>) -> BindingReceipt<Server> {
      bind.to(factory: Server.init)
    }
  }

  /// Serves a user, and returns whether the pool was connected meanwhile and afterwards.
  static func served() async throws -> [Bool] {
    let (pool, during) = try await ComponentFactory.of(ServerComponent.self).withServices {
      server in
      try await server.serve("Ann")
      return (server.pool, await server.pool.isConnected)
    }
    return [during, await pool.isConnected]
  }
}
