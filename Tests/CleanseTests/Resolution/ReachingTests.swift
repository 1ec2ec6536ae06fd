import CleanseTestSupport
@testable import Cleanse
import Testing

@Suite("Instances that a context does not keep alive")
struct ReachingTests {
  @Test("a provider creates what depends on its requester, from the same instances")
  func makes() throws {
    let graph = Cycle()
    let manager = graph.manager(in: graph.context())
    let session = try manager.session()
    #expect(session.manager === manager)
    #expect(try manager.session() === session)
  }

  @Test("a held instance is found again, and its cell releases it afterwards")
  func revives() throws {
    let graph = Cycle()
    var manager: Manager? = graph.manager(in: graph.context())
    weak let cached = manager
    var session = try manager?.session()
    weak let cachedSession = session
    session = nil
    #expect(cachedSession == nil, "only the caller kept it")
    let next = try #require(try manager?.session())
    #expect(next.manager === manager)
    // Through a context that does not know the manager's cell on its own.
    let context = try #require(graph.storage.context(reviving: 2, for: nil, inside: nil))
    #expect(graph.manager(in: context) === manager)
    #expect(graph.session(in: context) === next)
    withExtendedLifetime((next, context)) {}
    manager = nil
    #expect(cached === next.manager)
  }

  @Test("cells whose instances are held elsewhere are reached unchanged")
  func reached() throws {
    let graph = Cycle()
    let context = graph.context()
    let session = graph.session(in: context)
    #expect(try session.manager.session() === session)
    #expect(try context.reaching(1, for: "Manager") === context)
  }

  @Test("a requester that is gone is never created a second time")
  func gone() throws {
    let graph = Cycle()
    var provider: Context? = graph.manager(in: graph.context()).context
    #expect(throws: DeferredCallError.gone(target: "Session")) {
      try provider?.reaching(2, for: "Session")
    }
    // Another attempt has the same result.
    #expect(throws: DeferredCallError.gone(target: "Session")) {
      try provider?.reaching(2, for: "Session")
    }
    #expect(graph.made.withLock { $0 } == ["Manager"])
    provider = nil
    #expect(graph.storage.isUnreached)
  }

  @Test("a provider of a factory that threw still creates its target")
  func abandoned() throws {
    let graph = Cycle()
    let provider = Guarded<Context?>(nil)
    #expect(throws: Refused.self) {
      try graph.context().shared(cell: 0, weakSlot: nil) { context throws -> Manager in
        provider.withLock { $0 = context }
        throw Refused()
      }
    }
    let context = try #require(provider.withLock { $0 }).reaching(2, for: "Session")
    #expect(graph.session(in: context).manager === graph.manager(in: context))
  }

  @Test("another instance that is gone is created again")
  func again() throws {
    let graph = Cycle()
    let manager = graph.manager(in: graph.context())
    _ = try manager.session()
    let session = try manager.session()
    #expect(session.manager === manager)
    #expect(graph.made.withLock { $0 } == ["Manager", "Session", "Session"])
  }

  @Test("a part that a provider created is not confused with the instance of its level")
  func parts() throws {
    let graph = Cycle()
    let manager = graph.manager(in: graph.context())
    _ = try manager.session()
    // Reaches the manager alone. The session, which has the next number, is gone.
    let part = try manager.context.reaching(1, for: "Part")
    #expect(graph.session(in: try part.reaching(2, for: "Session")).manager === manager)
  }

  @Test("a value is gone with its cell, whatever copies there are")
  func values() throws {
    let storage = ComponentStorage(cellCount: 2, providers: nil, cyclicCells: [0, 1])
    func token(_ context: Context) -> Token {
      context.shared(cell: 0, weakSlot: nil) { Token(context: $0) }
    }
    let copy = token(Context(storage, level: 2, parent: nil))
    #expect(throws: DeferredCallError.gone(target: "Ticket")) {
      try copy.context.reaching(2, for: "Ticket")
    }
  }

  @Test("a value that is gone is created again for another requester")
  func otherValues() throws {
    let storage = ComponentStorage(cellCount: 2, providers: nil, cyclicCells: [0, 1])
    let made = Guarded(0)
    let holder = Context(storage, level: 2, parent: nil)
      .shared(cell: 0, weakSlot: nil) { Token.Holder(context: $0) }
    for _ in 0..<2 {
      let context = try holder.context.reaching(2, for: "Number")
      for _ in 0..<2 {
        context.shared(cell: 1, weakSlot: nil) { _ in made.withLock { $0 += 1 } }
      }
    }
    #expect(made.withLock { $0 } == 2)
  }

  @Test("an instance bound as a protocol or an optional is found again")
  func erased() throws {
    let storage = ComponentStorage(cellCount: 3, providers: nil, cyclicCells: [0, 1, 2])
    func service(_ context: Context) -> any Service {
      context.shared(cell: 0, weakSlot: nil) { _ in Token.Disk() }
    }
    let kept = service(Context(storage, level: 3, parent: nil))
    for _ in 0..<2 {
      let context = try #require(storage.context(reviving: 3, for: nil, inside: nil))
      #expect(service(context) === kept)
      let absent: Token.Disk? = context.shared(cell: 1, weakSlot: nil) { _ in nil }
      #expect(absent == nil)
    }
  }

  @Test("weak providers find a restored instance")
  func weakly() throws {
    let storage = ComponentStorage(cellCount: 2, providers: nil, cyclicCells: [0, 1])
    let context = Context(storage, level: 2, parent: nil)
    let weak = storage.weakInstance(slot: 0)
    let disk = context.shared(cell: 0, weakSlot: 0) { _ in Token.Disk() }
    #expect(weak.load(Token.Disk.self) === disk)
    let again = try #require(storage.context(reviving: 2, for: nil, inside: nil))
    #expect(again.shared(cell: 0, weakSlot: 0) { _ in Token.Disk() } === disk)
    #expect(weak.load(Token.Disk.self) === disk)
  }

  @Test("an ancestor's instances are reached from a subcomponent")
  func outward() throws {
    let graph = Cycle()
    let manager = graph.manager(in: graph.context())
    let inner = Context(
      ComponentStorage(cellCount: 0, providers: nil), level: 0, parent: manager.context)
    let context = try inner.reaching(2, levels: 1, for: "Session")
    #expect(context.storage === graph.storage)
    #expect(graph.session(in: context).manager === manager)
  }

  @Test("repeated calls leave nothing behind")
  func noGrowth() throws {
    let graph = Cycle()
    do {
      let manager = graph.manager(in: graph.context())
      for _ in 0..<100_000 { _ = try manager.context.reaching(2, for: "Session") }
      for _ in 0..<1_000 { _ = try manager.session() }
    }
    #expect(graph.storage.isUnreached)
  }

  @Test("a value that is not there yet stops the program with an error that names it")
  func unavailable() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let storage = ComponentStorage(cellCount: 1, providers: nil)
      let _: Int = Context(storage, level: 1, parent: nil).filled(cell: 0)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(DeferredCallError.unavailable(target: "Int").description))
    let storage = ComponentStorage(cellCount: 1, providers: nil)
    let context = Context(storage, level: 1, parent: nil)
    storage.cells.publish(Box(7), at: 0)
    #expect(context.filled(cell: 0) == 7)
  }

  @Test("errors name the callee, the reason and the alternative")
  func text() throws {
    let errors: [DeferredCallError] = [
      .tooEarly(requester: "App.Manager", target: "App.Session"),
      .tooEarly(requester: "App.Network", target: "App.Network"), .gone(target: "App.Session"),
      .deadlock(target: "App.Session"), .unavailable(target: "App.Session"),
    ]
    expectGolden(errors.map(\.description).joined(separator: "\n"), "deferred-call-error")
  }

  @Test("an error is thrown as the underlying error of the caller's error")
  func underlying() {
    let error = DeferredCallError.gone(target: "Session")
    let resolution = #expect(throws: ResolutionError.self) {
      try error.raise(as: ResolutionError.self, at: nil)
    }
    #expect(resolution?.underlying as? DeferredCallError == error)
    let untyped = #expect(throws: (any Error).self) {
      try error.raise(as: (any Error).self, at: nil)
    }
    #expect((untyped as? ResolutionError)?.underlying as? DeferredCallError == error)
  }
}

/// A manager holds a provider of a session, which depends on the manager.
private final class Cycle: Sendable {
  let storage = ComponentStorage(cellCount: 2, providers: nil, cyclicCells: [0, 1])
  let made = Guarded<[String]>([])

  func context() -> Context { Context(storage, level: 2, parent: nil) }

  func manager(in context: Context) -> Manager {
    context.shared(cell: 0, weakSlot: nil) { context in
      made.withLock { $0.append("Manager") }
      return Manager(graph: self, context: context)
    }
  }

  func session(in context: Context) -> Session {
    context.shared(cell: 1, weakSlot: nil) { context in
      made.withLock { $0.append("Session") }
      return Session(manager: manager(in: context))
    }
  }
}

private final class Manager: Sendable {
  private let graph: Cycle
  let context: Context

  init(graph: Cycle, context: Context) {
    self.graph = graph
    self.context = context
  }

  func session() throws -> Session {
    graph.session(in: try context.reaching(2, for: "Session"))
  }
}

private final class Session: Sendable {
  let manager: Manager
  init(manager: Manager) { self.manager = manager }
}

private struct Refused: Error {}

private protocol Service: AnyObject {}

private struct Token {
  final class Disk: Service {}
  final class Holder {
    let context: Context
    init(context: Context) { self.context = context }
  }
  let context: Context
}
