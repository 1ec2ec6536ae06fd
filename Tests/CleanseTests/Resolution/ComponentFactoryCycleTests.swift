import Cleanse
import Foundation
import Testing

@Suite("Component factories in a cycle")
struct ComponentFactoryCycleTests {
  @Test("a shared manager builds sessions that depend on the manager")
  func manager() throws {
    #expect(findings(of: ManagerApp.self).isEmpty)
    let app = try ComponentFactory.of(ManagerApp.self).build(Tally())
    let (ann, bob) = (app.manager.sessions.build("Ann"), app.sessions.build("Bob"))
    #expect(ann.manager === app.manager && bob.manager === app.manager)
    #expect(ann.page().manager === app.manager)
    #expect(ann.user == "Ann" && ann.page().user == "Ann" && bob.user == "Bob")
    #expect(app.managers.get() === app.manager)
  }

  @Test("opened and closed sessions leave nothing behind")
  func leaks() throws {
    let tally = Tally()
    let app = try ComponentFactory.of(ManagerApp.self).build(tally)
    #expect(tally.live == 1)
    for _ in 0..<100_000 { _ = app.manager.sessions.build("Ann") }
    #expect(tally.live == 1 && tally.made == 100_001)
    #expect(app.managers.get() === app.manager)
  }

  @Test("the manager is released with its last holder, the root or a session")
  func lifetime() throws {
    let factory = try ComponentFactory.of(ManagerApp.self)
    weak var manager: Manager?
    do {
      let app = factory.build(Tally())
      manager = app.manager
      _ = app.manager.sessions.build("Ann").page()
    }
    #expect(manager == nil)
    let tally = Tally()
    var sessions: [Session] = []
    do {
      let app = factory.build(tally)
      manager = app.manager
      sessions = ["Ann", "Bob"].map(app.sessions.build)
    }
    sessions.removeLast()
    #expect(manager != nil && manager === sessions[0].manager)
    // The session still builds other sessions of the same manager.
    #expect(sessions[0].manager.sessions.build("Eve").manager === manager)
    sessions = []
    #expect(manager == nil && tally.live == 0)
  }

  @Test("a page of a session keeps the manager alive")
  func nestedLifetime() throws {
    weak var manager: Manager?
    var page: Page?
    do {
      let app = try ComponentFactory.of(ManagerApp.self).build(Tally())
      manager = app.manager
      page = app.manager.sessions.build("Ann").page()
    }
    #expect(manager != nil && page?.manager === manager)
    page = nil
    #expect(manager == nil)
  }

  @Test("several threads build sessions of one manager")
  func threads() throws {
    let tally = Tally()
    weak var manager: Manager?
    do {
      let app = try ComponentFactory.of(ManagerApp.self).build(tally)
      manager = app.manager
      let strangers = Guarded(0)
      let (shared, managers) = (app.manager, app.managers)
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        for _ in 0..<2_000 {
          let session = shared.sessions.build("Ann")
          let isKnown = session.manager === shared && session.page().manager === managers.get()
          if !isKnown { strangers.withLock { $0 += 1 } }
        }
      }
      #expect(strangers.withLock { $0 } == 0)
      #expect(tally.live == 1)
    }
    #expect(manager == nil && tally.live == 0)
  }

  @Test("a manager can be bound as a protocol")
  func existential() throws {
    #expect(findings(of: ProtocolApp.self).isEmpty)
    weak var manager: (any Managing)?
    do {
      let app = try ComponentFactory.of(ProtocolApp.self).build(()).manager
      manager = app
      #expect(app.open() === app && app.open() === app)
    }
    #expect(manager == nil)
  }

  @Test("two subcomponents build each other")
  func mutual() throws {
    #expect(findings(of: MutualApp.self).isEmpty)
    let app = try ComponentFactory.of(MutualApp.self).build(Tally())
    let list = app.lists.build(())
    let other = list.details.build(()).lists.build(())
    #expect(other !== list)
    #expect(other.log === list.log && list.details.build(()).log === list.log)
  }

  @Test("a component builds itself")
  func recursive() throws {
    #expect(findings(of: FolderApp.self).isEmpty)
    let tally = Tally()
    do {
      let app = try ComponentFactory.of(FolderApp.self).build(tally)
      let home = app.folders.build("home")
      let inner = home.folders.build("music").folders.build("live")
      #expect(inner.name == "live" && inner.log === home.log)
      #expect(tally.live == 1)
    }
    #expect(tally.live == 0)
  }

  @Test("a subcomponent depends on the root of its parent")
  func root() throws {
    #expect(findings(of: RootedApp.self).isEmpty)
    let app = try ComponentFactory.of(RootedApp.self).build(())
    let session = app.sessions.build(())
    #expect(session.app.manager === app.manager)
    #expect(session.app.sessions.build(()).app.manager === app.manager)
  }

  @Test("sessions that throw depend on the manager")
  func throwing() throws {
    #expect(findings(of: ThrowingApp.self).isEmpty)
    weak var manager: ThrowingManager?
    do {
      let app = try ComponentFactory.of(ThrowingApp.self).build(()).manager
      manager = app
      let session = try app.sessions.build("Ann")
      #expect(session.manager === app)
      let error = #expect(throws: ResolutionError.self) { try app.sessions.build("") }
      #expect(error?.underlying is ThrowingSession.Anonymous)
      #expect(try app.sessions.build("Bob").manager === app)
    }
    #expect(manager == nil)
  }

  @Test("sessions that are awaited depend on the manager")
  func asynchronous() async throws {
    #expect(findings(of: AsyncApp.self).isEmpty)
    weak var manager: AsyncManager?
    do {
      let app = try await ComponentFactory.of(AsyncApp.self).build(()).manager
      manager = app
      for _ in 0..<100 {
        let session = try await app.sessions.build("Ann")
        #expect(session.manager === app && session.greeting.text == "hello Ann")
      }
    }
    #expect(manager == nil)
  }

  @Test("the links of an asynchronous component are released with its last factory")
  func linkedOnce() async throws {
    weak var captured: Captured?
    do {
      let value = Captured()
      captured = value
      try await Captured.$current.withValue(value) {
        let factory = try ComponentFactory.of(PreparedApp.self)
        let session = try await factory.build(()).sessions.build(()).session
        #expect(try await session.sessions.build(()).session.isPrepared)
      }
    }
    #expect(captured == nil)
  }
}

private struct SessionScope: Scope {}

// MARK: - A session and a page within it, both of which depend on the manager

private final class Manager: Sendable {
  let sessions: ComponentFactory<SessionComponent>
  private let member: Tally.Member
  init(sessions: ComponentFactory<SessionComponent>, tally: Tally) {
    self.sessions = sessions
    member = tally.member()
  }
}

private final class Session: Sendable {
  let user: String
  let manager: Manager
  private let pages: ComponentFactory<PageComponent>
  private let member: Tally.Member
  init(
    user: String, manager: Manager, pages: ComponentFactory<PageComponent>, tally: Tally
  ) {
    (self.user, self.manager, self.pages) = (user, manager, pages)
    member = tally.member()
  }
  func page() -> Page { pages.build(()) }
}

private struct Page {
  let user: String
  let manager: Manager
}

private struct AppRoot {
  let manager: Manager
  let managers: Provider<Manager>
  let sessions: ComponentFactory<SessionComponent>
}

private enum ManagerApp: RootComponent {
  typealias Seed = Tally
  static func configure(binder: Binder<Singleton>) {
    binder.install(dependency: SessionComponent.self)
    binder.bind(Manager.self).sharedInScope().to(factory: Manager.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<AppRoot>) -> BindingReceipt<AppRoot> {
    bind.to(factory: AppRoot.init)
  }
}

private enum SessionComponent: Component {
  typealias Seed = String
  static func configure(binder: Binder<SessionScope>) {
    binder.install(dependency: PageComponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Session>) -> BindingReceipt<Session> {
    bind.to(factory: Session.init)
  }
}

private enum PageComponent: Component {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Page>) -> BindingReceipt<Page> {
    bind.to(factory: Page.init)
  }
}

// MARK: - A manager behind a protocol

private protocol Managing: AnyObject, Sendable {
  func open() -> any Managing
}

private final class ProtocolManager: Managing {
  private let sessions: ComponentFactory<ProtocolSession>
  init(sessions: ComponentFactory<ProtocolSession>) { self.sessions = sessions }
  func open() -> any Managing { sessions.build(())[0] }
}

private enum ProtocolSession: Component {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(
    binder bind: ReceiptBinder<[any Managing]>
  ) -> BindingReceipt<[any Managing]> {
    bind.to { (manager: any Managing) in [manager] }
  }
}

private struct ProtocolRoot { let manager: any Managing }

private enum ProtocolApp: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.install(dependency: ProtocolSession.self)
    binder.bind((any Managing).self).sharedInScope().to(factory: ProtocolManager.init)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<ProtocolRoot>
  ) -> BindingReceipt<ProtocolRoot> {
    bind.to(factory: ProtocolRoot.init)
  }
}

// MARK: - Components that build each other and themselves

private final class Log: Sendable {
  private let member: Tally.Member
  init(tally: Tally) { member = tally.member() }
}

private final class List: Sendable {
  let log: Log
  let details: ComponentFactory<DetailComponent>
  init(log: Log, details: ComponentFactory<DetailComponent>) {
    (self.log, self.details) = (log, details)
  }
}

private struct Detail {
  let log: Log
  let lists: ComponentFactory<ListComponent>
}

private enum ListComponent: Component {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<List>) -> BindingReceipt<List> {
    bind.to(factory: List.init)
  }
}

private enum DetailComponent: Component {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Detail>) -> BindingReceipt<Detail> {
    bind.to(factory: Detail.init)
  }
}

private struct MutualRoot { let lists: ComponentFactory<ListComponent> }

private enum MutualApp: RootComponent {
  typealias Seed = Tally
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Log.self).sharedInScope().to(factory: Log.init)
    binder.install(dependency: ListComponent.self)
    binder.install(dependency: DetailComponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<MutualRoot>) -> BindingReceipt<MutualRoot> {
    bind.to(factory: MutualRoot.init)
  }
}

private struct Folder {
  let name: String
  let log: Log
  let folders: ComponentFactory<FolderComponent>
}

private enum FolderComponent: Component {
  typealias Seed = String
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Folder>) -> BindingReceipt<Folder> {
    bind.to(factory: Folder.init)
  }
}

private struct FolderRoot { let folders: ComponentFactory<FolderComponent> }

private enum FolderApp: RootComponent {
  typealias Seed = Tally
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Log.self).sharedInScope().to(factory: Log.init)
    binder.install(dependency: FolderComponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<FolderRoot>) -> BindingReceipt<FolderRoot> {
    bind.to(factory: FolderRoot.init)
  }
}

// MARK: - A component that depends on the root of its parent

private final class Rooted: Sendable {
  final class Manager: Sendable { init() {} }

  let manager: Manager
  let sessions: ComponentFactory<RootedSessionComponent>
  init(manager: Manager, sessions: ComponentFactory<RootedSessionComponent>) {
    (self.manager, self.sessions) = (manager, sessions)
  }
}

private struct RootedSession { let app: Rooted }

private enum RootedSessionComponent: Component {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(
    binder bind: ReceiptBinder<RootedSession>
  ) -> BindingReceipt<RootedSession> {
    bind.to(factory: RootedSession.init)
  }
}

private enum RootedApp: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Rooted.Manager.self).sharedInScope().to(factory: Rooted.Manager.init)
    binder.install(dependency: RootedSessionComponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Rooted>) -> BindingReceipt<Rooted> {
    bind.to(factory: Rooted.init)
  }
}

// MARK: - Components that throw or are awaited

private final class ThrowingManager: Sendable {
  let sessions: ComponentFactory<ThrowingSessionComponent>
  init(sessions: ComponentFactory<ThrowingSessionComponent>) { self.sessions = sessions }
}

private struct ThrowingSession {
  struct Anonymous: Error {}
  let manager: ThrowingManager
  init(user: String, manager: ThrowingManager) throws {
    guard !user.isEmpty else { throw Anonymous() }
    self.manager = manager
  }
}

private enum ThrowingSessionComponent: Component, ThrowingComponent {
  typealias Seed = String
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(
    binder bind: ReceiptBinder<ThrowingSession>
  ) -> BindingReceipt<ThrowingSession> {
    bind.to(factory: ThrowingSession.init)
  }
}

private struct ThrowingRoot { let manager: ThrowingManager }

private enum ThrowingApp: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.install(dependency: ThrowingSessionComponent.self)
    binder.bind(ThrowingManager.self).sharedInScope().to(factory: ThrowingManager.init)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<ThrowingRoot>
  ) -> BindingReceipt<ThrowingRoot> {
    bind.to(factory: ThrowingRoot.init)
  }
}

private final class Greeting: Sendable {
  let text: String
  init(text: String) { self.text = text }
}

private final class AsyncManager: Sendable {
  let sessions: ComponentFactory<AsyncSessionComponent>
  init(sessions: ComponentFactory<AsyncSessionComponent>) { self.sessions = sessions }
}

private struct AsyncSession {
  let manager: AsyncManager
  let greeting: Greeting
}

private enum AsyncSessionComponent: Component, AsyncComponent {
  typealias Seed = String
  static func configure(binder: Binder<SessionScope>) {
    binder.bind(Greeting.self).sharedInScope().to(asyncFactory: {
      (user: String, manager: AsyncManager) async in
      await Task.yield()
      return Greeting(text: "hello \(user)")
    })
  }
  static func configureRoot(
    binder bind: ReceiptBinder<AsyncSession>
  ) -> BindingReceipt<AsyncSession> {
    bind.to(factory: AsyncSession.init)
  }
}

private struct AsyncRoot { let manager: AsyncManager }

private enum AsyncApp: RootComponent, AsyncComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.install(dependency: AsyncSessionComponent.self)
    binder.bind(AsyncManager.self).sharedInScope().to(asyncFactory: {
      (sessions: ComponentFactory<AsyncSessionComponent>) async in
      await Task.yield()
      return AsyncManager(sessions: sessions)
    })
  }
  static func configureRoot(binder bind: ReceiptBinder<AsyncRoot>) -> BindingReceipt<AsyncRoot> {
    bind.to(factory: AsyncRoot.init)
  }
}

// MARK: - A component whose awaited instance depends on the component's own factory

/// The closures of factories capture it, so it lives as long as the links.
private final class Captured: Sendable {
  @TaskLocal static var current: Captured?
}

private final class PreparedSession: Sendable {
  let sessions: ComponentFactory<PreparedSessionComponent>
  let isPrepared: Bool

  init(sessions: ComponentFactory<PreparedSessionComponent>, captured: Captured?) {
    self.sessions = sessions
    isPrepared = captured != nil
  }
}

private struct PreparedRoot {
  let session: PreparedSession
}

private enum PreparedSessionComponent: Component, AsyncComponent {
  static func configure(binder: Binder<SessionScope>) {
    let captured = Captured.current
    binder.bind(PreparedSession.self).sharedInScope().to(asyncFactory: {
      (sessions: ComponentFactory<PreparedSessionComponent>) async in
      await Task.yield()
      return PreparedSession(sessions: sessions, captured: captured)
    })
  }
  static func configureRoot(
    binder bind: ReceiptBinder<PreparedRoot>
  ) -> BindingReceipt<PreparedRoot> {
    bind.to(factory: PreparedRoot.init)
  }
}

private struct PreparedAppRoot {
  let sessions: ComponentFactory<PreparedSessionComponent>
}

private enum PreparedApp: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.install(dependency: PreparedSessionComponent.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<PreparedAppRoot>
  ) -> BindingReceipt<PreparedAppRoot> {
    bind.to(factory: PreparedAppRoot.init)
  }
}
