import Testing

@testable import Cleanse
@testable import CleanseGraph

@Suite("Services that run without the rest of their component")
struct PartialServiceTests {
  /// The tasks of many tests share the threads.
  private static let patient = ServiceSettings(
    startDeadline: .seconds(3600), stopDeadline: .seconds(3600))

  private final class First: Service {
    private let log: ServiceLog

    init(_ log: ServiceLog) { self.log = log }

    func start() async throws { log.add("first starts") }
    func run() async throws { try await waitForCancellation() }
    func stop() async throws { log.add("first stops") }
  }

  /// It starts after the first one if both run.
  private final class Second: Service {
    private let log: ServiceLog

    init(_ log: ServiceLog, _: Shared, _: Int) { self.log = log }

    func start() async throws { log.add("second starts") }
    func run() async throws { try await waitForCancellation() }
    func stop() async throws { log.add("second stops") }
  }

  private final class Shared: Sendable {
    init(_ log: ServiceLog) { log.add("shared is made") }
  }

  private final class Root {
    init(_ log: ServiceLog, _: First) { log.add("root is made") }
  }

  private enum AppComponent: RootComponent, AsyncComponent {
    static let log = ServiceLog()

    static func configure(binder: Binder<Singleton>) {
      binder.bind(ServiceLog.self).to(value: log)
      binder.bind(Shared.self).sharedInScope().to(factory: Shared.init)
      binder.bind(First.self).sharedInScope().asService(patient).to(factory: First.init)
      binder.bind(Second.self).sharedInScope().asService(patient).to(factory: Second.init)
      binder.bind(Int.self).sharedInScope().to { (log: ServiceLog) async -> Int in
        log.add("awaited")
        return 1
      }
    }

    static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
      bind.to(factory: Root.init)
    }
  }

  /// A component whose root has no binding, as a plugin would provide it.
  private enum PartComponent: RootComponent {
    static let log = ServiceLog()

    static func configure(binder: Binder<Singleton>) {
      binder.bind(ServiceLog.self).to(value: log)
      binder.bind(First.self).sharedInScope().asService(patient).to(factory: First.init)
    }

    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      bind.to { (_: Shared) in 1 }
    }
  }

  private enum SeedComponent: RootComponent {
    typealias Seed = ServiceLog

    static func configure(binder: Binder<Singleton>) {
      binder.bind(First.self).sharedInScope().asService(patient).to(factory: First.init)
    }

    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      bind.to { 1 }
    }
  }

  @Test("are made with what they depend on, and nothing else is")
  func part() async throws {
    let recording = Recording(of: AppComponent.self)
    try await recording.withServices(
      where: { $0.key.description.hasSuffix("Second") }, observing: { _ in }
    ) { AppComponent.log.add("body") }
    let lines = AppComponent.log.lines.filter { $0 != "first starts" && $0 != "first stops" }
    #expect(Set(lines.prefix(2)) == ["awaited", "shared is made"])
    #expect(lines.dropFirst(2) == ["second starts", "body", "second stops"])
  }

  @Test("need no root, which plugins in another process may provide")
  func withoutRoot() async throws {
    let recording = Recording(of: PartComponent.self)
    try await recording.withServices(where: { _ in true }, observing: { _ in }) {}
    #expect(PartComponent.log.lines == ["first starts", "first stops"])
    #expect(throws: ValidationError.self) { try ComponentFactory<PartComponent>(recording) }
  }

  @Test("throw the error of the body, after they have stopped")
  func failure() async throws {
    struct Failure: Error {}
    let events = ServiceLog()
    await #expect(throws: Failure.self) {
      try await Recording(of: AppComponent.self).withServices(
        where: { $0.key.description.hasSuffix("First") }, observing: { events.add("\($0.kind)") }
      ) { throw Failure() }
    }
    #expect(events.lines.last == "stopped")
  }

  @Test("can't depend on the seed")
  func seed() async throws {
    await #expect(throws: UnlinkableServices.self) {
      try await Recording(of: SeedComponent.self).withServices(
        where: { _ in true }, observing: { _ in }
      ) {}
    }
  }
}
