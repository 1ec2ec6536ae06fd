import Cleanse
import Testing

@Suite("Factories and providers that outlive their component, in a cycle")
struct OutlivingProviderTests {
  @Test("a factory or provider reports that its component instance is gone")
  func gone() throws {
    var kept: (ThrowingProvider<Session>, ComponentFactory<WorkComponent>)?
    do {
      let app = try ComponentFactory.of(App.self).build(Tally())
      kept = (app.manager.sessions, app.manager.work)
      #expect(try app.manager.sessions.get().manager === app.manager)
    }
    let (sessions, work) = try #require(kept)
    let session = #expect(throws: ResolutionError.self) { try sessions.get() }
    #expect(session?.underlying as? DeferredCallError == .gone(target: "CleanseTests.Session"))
    let instance = #expect(throws: ResolutionError.self) { try work.build(()) }
    #expect(
      instance?.underlying as? DeferredCallError == .gone(target: "CleanseTests.WorkComponent"))
  }

  @Test("a factory or provider that can't throw stops the program")
  func stops() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let sessions = try ComponentFactory.of(App.self).build(Tally()).manager.plainSessions
      _ = sessions.get()
    }
    let error = DeferredCallError.gone(target: "CleanseTests.Session")
    #expect(result?.errorText.contains(error.description) == true)
  }

  @Test("a provider finds the one instance for as long as any object holds it")
  func held() throws {
    let tally = Tally()
    var session: Session?
    var kept: ThrowingProvider<Session>?
    do {
      let app = try ComponentFactory.of(App.self).build(tally)
      kept = app.manager.sessions
      session = try app.manager.sessions.get()
    }
    #expect(session != nil)
    #expect(try kept?.get() === session)
    #expect(try kept?.get().manager === session?.manager)
    #expect(tally.made == 2)
    session = nil
    #expect(tally.live == 0)
    #expect(throws: ResolutionError.self) { try kept?.get() }
    #expect(tally.made == 2)
  }

  @Test("a provider creates a shared instance again that no object holds")
  func again() throws {
    let tally = Tally()
    // The root's provider of the manager would keep the session alive.
    let manager = try ComponentFactory.of(App.self).build(tally).manager
    for round in 1...3 {
      let session = try manager.sessions.get()
      #expect(try manager.sessions.get() === session)
      #expect(session.manager === manager)
      #expect(tally.made == 1 + round && tally.live == 2)
    }
    #expect(tally.live == 1)
    withExtendedLifetime(manager) {}
  }

  @Test("a provider that the root requested keeps its dependencies alive")
  func root() throws {
    let tally = Tally()
    var managers: Provider<Manager>?
    do { managers = try ComponentFactory.of(App.self).build(tally).managers }
    #expect(tally.live == 1)
    #expect(managers?.get() === managers?.get())
    managers = nil
    #expect(tally.live == 0)
  }
}

private final class Manager: Sendable {
  let sessions: ThrowingProvider<Session>
  let plainSessions: Provider<Session>
  let work: ComponentFactory<WorkComponent>
  private let member: Tally.Member
  init(
    sessions: ThrowingProvider<Session>, plainSessions: Provider<Session>,
    work: ComponentFactory<WorkComponent>, tally: Tally
  ) {
    (self.sessions, self.plainSessions, self.work) = (sessions, plainSessions, work)
    member = tally.member()
  }
}

private final class Session: Sendable {
  let manager: Manager
  private let member: Tally.Member
  init(manager: Manager, tally: Tally) {
    self.manager = manager
    member = tally.member()
  }
}

private struct Work { let manager: Manager }

private enum WorkComponent: Component, ThrowingComponent {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Work>) -> BindingReceipt<Work> {
    bind.to(factory: Work.init)
  }
}

private struct Root {
  let manager: Manager
  let managers: Provider<Manager>
}

private enum App: RootComponent {
  typealias Seed = Tally
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Manager.self).sharedInScope().to(factory: Manager.init)
    binder.bind(Session.self).sharedInScope().to(factory: Session.init)
    binder.install(dependency: WorkComponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
    bind.to(factory: Root.init)
  }
}
