import CleanseTestSupport
import Cleanse
import Testing

@Suite("Asynchronous factories")
struct AsyncTests {
  @Test("build awaits a shared instance once, and all requesters then get it")
  func shared() async throws {
    let factory = try ComponentFactory.of(App.self)
    let app = try await factory.build(())
    #expect(app.store.database === app.database)
    #expect(app.later.get().database === app.database)
    #expect(app.database.number == 1)
    #expect(try await factory.build(()).database !== app.database)
  }

  @Test("an unshared instance is created for each request, by the requester that waits")
  func unshared() async throws {
    let app = try await ComponentFactory.of(App.self).build(())
    let first = try await app.cursors.get()
    let second = try await app.cursors.get()
    #expect(first !== second)
    #expect(first.database === app.database)
    #expect(try await app.tagged.get().database === app.database)
    // A synchronous binding can be requested in this form as well.
    #expect(try await app.stores.get().database === app.database)
  }

  @Test("build throws a factory's error with the path")
  func failing() async throws {
    let factory = try ComponentFactory.of(App.self)
    let error = await #expect(throws: ResolutionError.self) {
      try await Database.$isBroken.withValue(true) { _ = try await factory.build(()) }
    }
    #expect(error?.underlying is Database.Broken)
    #expect(error?.path.map(\.name) == ["CleanseTests.Database"])
  }

  @Test("a cancelled build stops between two factories")
  func cancelled() async throws {
    let factory = try ComponentFactory.of(App.self)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await factory.build(())
    }
    let error = await #expect(throws: ResolutionError.self) { try await task.value }
    #expect(error?.underlying is CancellationError)
  }

  @Test("a subcomponent awaits its own instances, and uses those awaited by its ancestors")
  func subcomponent() async throws {
    let app = try await ComponentFactory.of(App.self).build(())
    let session = try await app.sessions.build("ann")
    #expect(session.database === app.database)
    #expect(session.greeting.text == "hello ann")
  }

  @MainActor
  @Test("an actor gets the root, although it is not Sendable")
  func actor() async throws {
    let app = try await ComponentFactory.of(App.self).build(())
    app.unsendable.count += 1
    #expect(app.unsendable.count == 1)
  }

  @Test("a build that fails releases everything that it created")
  func released() async throws {
    let factory = try ComponentFactory.of(Halfway.self)
    _ = await #expect(throws: ResolutionError.self) { _ = try await factory.build(()) }
    #expect(Halfway.made.withLock { $0 } == 1)
    #expect(Halfway.gone.withLock { $0 } == 1)
  }

  @Test("a request that does not wait is reported")
  func findings() throws {
    let found = CleanseTests.findings(of: Impatient.self)
    #expect(Set(found.map(\.code)) == [.unawaitedBinding])
    expectGolden(found.map(\.description).joined(separator: "\n"), "unawaited-binding")
  }

  @Test("without validation, linking rejects a request that does not wait")
  func unvalidated() {
    #expect(throws: ValidationError.self) {
      try ComponentFactory.of(Impatient.self, validate: false)
    }
  }

  @Test("code that is generic over components gets an error instead of waiting")
  func generic() throws {
    func build<C: RootComponent>(_ component: C.Type) throws -> C.Root where C.Seed == Void {
      try ComponentFactory.of(component).build(())
    }
    #expect(throws: ResolutionError.self) { try build(App.self) }
  }
}

private final class Database: Sendable {
  struct Broken: Error {}
  @TaskLocal static var isBroken = false

  let number: Int

  init(number: Int = 1) { self.number = number }

  static func open() async throws -> Database {
    await Task.yield()
    guard !isBroken else { throw Broken() }
    return Database()
  }
}

private final class Cursor: Sendable {
  let database: Database
  init(database: Database) { self.database = database }

  static func open(database: Database, store: Store) async -> Cursor {
    await Task.yield()
    return Cursor(database: store.database)
  }
}

private enum Fast: Cleanse.Tag { typealias Element = Cursor }
private struct Store { let database: Database }
private final class Unsendable { var count = 0 }

private struct Main {
  let database: Database
  let store: Store
  let later: Provider<Store>
  let cursors: AsyncProvider<Cursor>
  let tagged: TaggedAsyncProvider<Fast>
  let stores: AsyncProvider<Store>
  let sessions: ComponentFactory<SessionComponent>
  let unsendable: Unsendable
}

private enum App: RootComponent, AsyncComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Database.self).sharedInScope().to(asyncFactory: Database.open)
    binder.bind(Store.self).to(factory: Store.init)
    binder.bind(Cursor.self).to(asyncFactory: Cursor.open)
    binder.bind(Cursor.self).tagged(with: Fast.self).to(asyncFactory: { (cursor: Cursor) in cursor }
    )
    binder.bind(Unsendable.self).to(factory: Unsendable.init)
    binder.install(dependency: SessionComponent.self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Main>) -> BindingReceipt<Main> {
    bind.to(factory: Main.init)
  }
}

private struct SessionScope: Scope {}
private struct Greeting { let text: String }
private struct Session {
  let database: Database
  let greeting: Greeting
}

private enum SessionComponent: Component, AsyncComponent {
  static func configure(binder: Binder<SessionScope>) {
    binder.bind(Greeting.self).sharedInScope().to(asyncFactory: { (name: String, store: Store) in
      await Task.yield()
      return Greeting(text: "hello \(name)")
    })
  }

  typealias Seed = String

  static func configureRoot(binder bind: ReceiptBinder<Session>) -> BindingReceipt<Session> {
    bind.to(factory: Session.init)
  }
}

private final class Token: Sendable {
  init() { Halfway.made.withLock { $0 += 1 } }
  deinit { Halfway.gone.withLock { $0 += 1 } }
}

private enum Halfway: RootComponent, AsyncComponent {
  static let made = Guarded(0)
  static let gone = Guarded(0)

  static func configure(binder: Binder<Singleton>) {
    binder.bind(Token.self).sharedInScope().to(asyncFactory: { Token() })
    binder.bind(Database.self).sharedInScope().to(asyncFactory: { (made: Token) in
      throw Database.Broken()
    })
  }

  static func configureRoot(binder bind: ReceiptBinder<Store>) -> BindingReceipt<Store> {
    bind.to(factory: Store.init)
  }
}

private struct Hasty {
  let database: Database
  let cursor: Cursor
  let later: Provider<Cursor>
  let all: [Store]
  let inner: ComponentFactory<HastyInner>
}

/// Everything that has to be awaited, and no requester that waits.
private enum Impatient: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Database.self).sharedInScope().to(asyncFactory: Database.open)
    binder.bind(Cursor.self).to(asyncFactory: { (database: Database) in Cursor(database: database) }
    )
    binder.bind(Store.self).intoCollection().to(asyncFactory: { (database: Database) in
      Store(database: database)
    })
    binder.install(dependency: HastyInner.self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Hasty>) -> BindingReceipt<Hasty> {
    bind.to(factory: Hasty.init)
  }
}

private enum HastyInner: Component {
  static func configure(binder: Binder<Unscoped>) {}

  static func configureRoot(binder bind: ReceiptBinder<Store>) -> BindingReceipt<Store> {
    bind.to(asyncFactory: { (database: Database) in Store(database: database) })
  }
}
