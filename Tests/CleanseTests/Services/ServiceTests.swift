import CleanseTestSupport
import Glibc
import Testing

@testable import Cleanse
@testable import CleanseGraph

@Suite("Services", .serialized)
struct ServiceTests {
  private struct Failed: Error, CustomStringConvertible {
    var description: String { "as intended" }
  }

  /// A class.
  private final class Store: Service {
    private let log: ServiceLog
    init(log: ServiceLog) { self.log = log }
    func start() async throws { log.add("store starts") }
    func stop() async throws { log.add("store stops") }
  }

  /// An actor that only runs.
  private actor Worker: Service {
    private let log: ServiceLog
    init(log: ServiceLog, store: Store) { self.log = log }
    func run() async throws {
      log.add("worker runs")
      try? await Task.sleep(for: .seconds(1000))
      log.add("worker is cancelled")
    }
  }

  /// A struct.
  private struct Server: Service {
    let log: ServiceLog
    let worker: Provider<Worker>
    func start() async throws {
      // Providers can be called, as what they provide is ready.
      _ = worker.get()
      log.add("server starts")
    }
    func stop() async throws { log.add("server stops") }
  }

  /// Not a service itself, and between two of them.
  private struct Handler {
    let server: ComponentFactory<Session>
  }

  /// Has no conformance.
  private final class Timer: Sendable {}

  private struct App: Sendable {
    let sessions: ComponentFactory<Session>
  }

  private struct SessionScope: Scope {}

  private final class Connection: Service {
    private let log: ServiceLog
    private let number: Int
    init(log: ServiceLog, store: Store, number: Int) { (self.log, self.number) = (log, number) }
    func start() async throws { log.add("connection \(number) opens") }
    func stop() async throws { log.add("connection \(number) closes") }
  }

  private enum Session: Component {
    typealias Seed = Int
    static func configure(binder: Binder<SessionScope>) {
      binder.bind(Connection.self).sharedInScope().asService().to(factory: Connection.init)
    }
    static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
      bind.to { (number: Int) in "session \(number)" }
    }
  }

  private enum AppComponent: RootComponent {
    typealias Seed = ServiceLog
    static func configure(binder: Binder<Singleton>) {
      binder.install(dependency: Session.self)
      binder.bind(Timer.self).sharedInScope().asService(
        start: { _ in }, stop: { _ in }
      ).to(factory: Timer.init)
      binder.bind(Server.self).sharedInScope().asService().to(factory: Server.init)
      binder.bind(Worker.self).sharedInScope().asService().to(factory: Worker.init)
      binder.bind(Store.self).sharedInScope().asService().to(factory: Store.init)
      binder.bind(Handler.self).to(factory: Handler.init)
    }
    static func configureRoot(
      binder bind: ReceiptBinder<App>
    ) -> BindingReceipt<App> {
      bind.to { (sessions: ComponentFactory<Session>, log: ServiceLog) in
        log.add("root")
        return App(sessions: sessions)
      }
    }
  }

  /// Has synchronous functions.
  private actor Simple: Service {
    private let log: ServiceLog
    init(log: ServiceLog) { self.log = log }
    func start() { log.add("simple starts") }
    func stop() { log.add("simple stops") }
  }

  @Test("synchronous functions of a service are used, and not the defaults")
  func synchronous() async throws {
    try await urgently {
      let log = ServiceLog()
      let service: any Service = Simple(log: log)
      try await service.start()
      try await service.stop()
      #expect(log.lines == ["simple starts", "simple stops"])
    }
  }

  @Test(
    "start before the root is made, in the order of dependencies, and stop in the opposite order")
  func order() async throws {
    try await urgently {
      let log = ServiceLog()
      let factory = try ComponentFactory.of(AppComponent.self)
      let result = try await factory.withServices(log) { app in
        log.add("body")
        return try await app.sessions.withServices(7) { name in
          log.add(name)
          return name
        }
      }
      #expect(result == "session 7")
      for (first, second) in [
        ("store starts", "worker runs"), ("store starts", "server starts"),
        ("server starts", "root"), ("root", "body"), ("body", "connection 7 opens"),
        ("connection 7 opens", "session 7"), ("session 7", "connection 7 closes"),
        ("connection 7 closes", "server stops"), ("server stops", "worker is cancelled"),
        ("worker is cancelled", "store stops"),
      ] {
        #expect(log.has(first, before: second), "\(first), \(second): \(log.lines)")
      }
    }
  }

  @Test("are not started by build")
  func build() throws {
    let log = ServiceLog()
    _ = try ComponentFactory.of(AppComponent.self).build(log)
    #expect(log.lines == ["root"])
  }

  /// Waited forever when the tests ran as a background job, for which a shell ignores SIGINT.
  @Test("run until SIGTERM or SIGINT, and stop in order", arguments: [SIGTERM, SIGINT])
  func signal(number: Int32) async {
    await #expect(processExitsWith: .success) { [number] in
      _ = Glibc.signal(number, SIG_DFL)
      let log = ServiceLog()
      let factory = try ComponentFactory.of(AppComponent.self)
      let isReady = Gate()
      let task = Task {
        try await factory.run(log) { event in
          if case .ready = event.kind, "\(event.service)".hasSuffix("Server") { isReady.open() }
        }
      }
      await isReady.wait()
      kill(getpid(), number)
      try await task.value
      #expect(log.has("server starts", before: "server stops"))
      #expect(log.has("server stops", before: "store stops"))
    }
  }

  @Test("have an order in the graph")
  func graph() throws {
    let graph = Recording(of: AppComponent.self).graph
    let services = graph.resolution.services[0] ?? []
    let names = services.map { service in
      (
        graph.bindings[service.binding].key.typeName.split(separator: ".").last.map(String.init),
        service.predecessors.map {
          graph.bindings[$0].key.typeName.split(separator: ".").last.map(String.init)
        }
      )
    }
    #expect(names.map(\.0) == ["Timer", "Server", "Worker", "Store"])
    #expect(names.map(\.1) == [[], ["Worker"], ["Store"], []])
  }

  // MARK: - Failures

  /// Runs services that were not bound, each after those at these positions.
  private func run(
    _ services: [(after: [Int], settings: ServiceSettings, instance: ServiceInstance)],
    log: ServiceLog, body: @escaping @Sendable () async throws -> Void = {}
  ) async throws {
    let keys = KeyTable()
    let linked = services.enumerated().map { _, service in
      LinkedService(
        key: keys.key(of: Int.self), provenance: Provenance(), settings: service.settings,
        predecessors: service.after, make: { _ in service.instance })
    }
    let runner = try ServiceRunner(linked, in: .detached) { log.add("\($0)") }
    try await runner.start()
    await runner.run()
    let task = Task(operation: body)
    await runner.onStop { task.cancel() }
    _ = await task.result
    await runner.stop()
    if let error = await runner.error { throw error }
  }

  private func instance(
    _ name: String, _ log: ServiceLog, start: @escaping @Sendable () async throws -> Void = {},
    run: @escaping @Sendable () async throws -> Void = waitForCancellation,
    stop: @escaping @Sendable () async throws -> Void = {}
  ) -> ServiceInstance {
    ServiceInstance(
      start: {
        try await start()
        log.add("\(name) started")
      }, run: run,
      stop: {
        log.add("\(name) stops")
        try await stop()
      })
  }

  @Test("that fail to start stop those that have started, and no other one starts")
  func failedStart() async throws {
    try await urgently {
      let log = ServiceLog()
      let error = await #expect(throws: ServiceError.self) {
        try await run(
          [
            ([], ServiceSettings(), instance("a", log)),
            ([0], ServiceSettings(), instance("b", log, start: { throw Failed() })),
            ([1], ServiceSettings(), instance("c", log)),
          ], log: log)
      }
      #expect(error?.description == "Int failed to start: as intended")
      #expect(log.lines.filter { !$0.hasPrefix("Int") } == ["a started", "a stops"])
    }
  }

  /// One of some hundred programs never ended: a task that prefers an executor is enqueued again where it suspends, also on the actor on
  /// which it runs, so the last service could end between the question whether all had ended and the wait for that.
  @Test("wake a task that prefers an executor, whenever the last one ends")
  func preference() async throws {
    try await urgently {
      let log = ServiceLog()
      for _ in 0..<1000 {
        try await withTaskExecutorPreference(SpareExecutor()) {
          try await run([([], ServiceSettings(), instance("a", log))], log: log)
        }
      }
      #expect(log.lines.count { $0 == "a stops" } == 1000)
    }
  }

  @Test("that start too late are cancelled, and stopped if they start nevertheless")
  func lateStart() async throws {
    try await urgently {
      let log = ServiceLog()
      let gate = Gate()
      let settings = ServiceSettings(startDeadline: .milliseconds(20))
      let error = await #expect(throws: ServiceError.self) {
        try await run(
          [
            ([], ServiceSettings(), instance("a", log)),
            (
              [0], settings,
              instance(
                "late", log,
                start: {
                  try? await Task.sleep(for: .seconds(100))
                  log.add("cancelled")
                })
            ),
          ], log: log)
      }
      gate.open()
      #expect(error?.description == "Int failed to start: it took longer than 0.02 seconds")
      #expect(
        log.lines.filter { !$0.hasPrefix("Int") } == [
          "a started", "cancelled", "late started", "late stops", "a stops",
        ])
    }
  }

  @Test("that never start or stop are abandoned")
  func stuck() async throws {
    try await urgently {
      let log = ServiceLog()
      let gate = Gate()
      let settings = ServiceSettings(
        startDeadline: .milliseconds(20), stopDeadline: .milliseconds(20))
      await #expect(throws: ServiceError.self) {
        try await run(
          [
            (
              [], ServiceSettings(stopDeadline: .milliseconds(20)),
              instance("a", log, stop: { await gate.wait() })
            ),
            ([0], settings, instance("b", log, start: { await gate.wait() })),
          ], log: log)
      }
      #expect(log.lines.count { $0 == "Int does not end" } == 2)
      gate.open()
    }
  }

  @Test(
    "that are to be started again are not, once the others stop; and the order holds across them")
  func stopWhilePausing() async throws {
    try await urgently {
      let log = ServiceLog()
      try await run(
        [
          ([], ServiceSettings(), instance("a", log)),
          ([0], ServiceSettings(ending: .restart), instance("b", log, run: {})),
          (
            [1], ServiceSettings(),
            instance(
              "c", log,
              stop: {
                // Longer than the delay before `b` would be started again.
                try await Task.sleep(for: .milliseconds(300))
                log.add("c has stopped")
              })
          ),
        ], log: log,
        body: {
          while !log.lines.contains(where: { $0.hasPrefix("Int is started again") }) {
            try await Task.sleep(for: .milliseconds(2))
          }
        })
      // How often it is started before that depends on the load of the machine.
      let stopping = log.lines.drop { $0 != "c stops" }
      #expect(!stopping.isEmpty && !stopping.contains("b started"))
      #expect(log.has("c has stopped", before: "a stops"))
    }
  }

  @Test("are stopped when the function that uses them has ended")
  func bodyBeforeStop() async throws {
    try await urgently {
      let log = ServiceLog()
      await #expect(throws: ServiceError.self) {
        try await run(
          [([], ServiceSettings(), instance("a", log, run: { throw Failed() }))], log: log,
          body: {
            try? await waitForCancellation()
            usleep(50_000)
            log.add("body ends")
          })
      }
      #expect(log.has("body ends", before: "a stops"), "\(log.lines)")
    }
  }

  @Test("that end by themselves stop all others, unless that is ignored")
  func ended() async throws {
    try await urgently {
      let log = ServiceLog()
      let error = await #expect(throws: ServiceError.self) {
        try await run(
          [
            ([], ServiceSettings(), instance("a", log)),
            ([], ServiceSettings(ending: .ignore), instance("b", log, run: {})),
            (
              [0], ServiceSettings(),
              instance(
                "c", log,
                run: {
                  while !log.lines.contains("Int ended") {
                    try await Task.sleep(for: .milliseconds(2))
                  }
                  throw Failed()
                })
            ),
          ], log: log, body: { try await waitForCancellation() })
      }
      #expect(error?.description == "Int ended: as intended")
      #expect(log.lines.contains("Int ended"))
      #expect(log.has("c stops", before: "a stops"))
    }
  }

  @Test("that end by themselves can be started again")
  func restarted() async throws {
    try await urgently {
      let log = ServiceLog()
      let gate = Gate()
      try await run(
        [
          ([], ServiceSettings(), instance("a", log)),
          (
            [0], ServiceSettings(ending: .restart),
            instance(
              "b", log,
              run: {
                if log.lines.count(where: { $0 == "b started" }) == 3 {
                  gate.open()
                  try await waitForCancellation()
                }
              })
          ),
        ], log: log, body: { await gate.wait() })
      #expect(
        log.lines.filter { !$0.hasPrefix("Int") } == [
          "a started", "b started", "b stops", "b started", "b stops", "b started", "b stops",
          "a stops",
        ])
      #expect(log.lines.contains("Int is started again in 0.2 seconds"))
    }
  }

  @Test("whose new start is late, and fails then, are started once more")
  func lateRestart() async throws {
    try await urgently {
      let log = ServiceLog()
      let gate = Gate()
      try await run(
        [
          (
            [], ServiceSettings(startDeadline: .milliseconds(200), ending: .restart),
            instance(
              "a", log,
              start: {
                log.add("a starts")
                guard log.lines.count(where: { $0 == "a starts" }) == 2 else { return }
                try? await Task.sleep(for: .seconds(100))
                throw Failed()
              },
              run: {
                if log.lines.count(where: { $0 == "a started" }) == 2 {
                  gate.open()
                  try await waitForCancellation()
                }
              })
          )
        ], log: log, body: { await gate.wait() })
      #expect(
        log.lines.filter { !$0.hasPrefix("Int") } == [
          "a starts", "a started", "a stops", "a starts", "a starts", "a started", "a stops",
        ])
    }
  }

  @Test("run only when all are ready")
  func runTogether() async throws {
    try await urgently {
      let log = ServiceLog()
      let running = Gate()
      try await run(
        [
          (
            [], ServiceSettings(),
            instance(
              "a", log,
              run: {
                log.add("a runs")
                running.open()
                try await waitForCancellation()
              })
          ),
          (
            [0], ServiceSettings(),
            instance("b", log, start: { try await Task.sleep(for: .milliseconds(50)) })
          ),
        ], log: log, body: { await running.wait() })
      #expect(
        log.lines.filter { !$0.hasPrefix("Int") } == [
          "a started", "b started", "a runs", "b stops", "a stops",
        ])
    }
  }

  @Test("of which one fails to start never run")
  func neverRun() async throws {
    try await urgently {
      let log = ServiceLog()
      await #expect(throws: ServiceError.self) {
        try await run(
          [
            ([], ServiceSettings(), instance("a", log, run: { log.add("a runs") })),
            ([0], ServiceSettings(), instance("b", log, start: { throw Failed() })),
          ], log: log)
      }
      #expect(log.lines.filter { !$0.hasPrefix("Int") } == ["a started", "a stops"])
    }
  }

  @Test("that fail to stop are an error, after all have stopped")
  func failedStop() async throws {
    try await urgently {
      let log = ServiceLog()
      let error = await #expect(throws: ServiceError.self) {
        try await run(
          [
            ([], ServiceSettings(), instance("a", log)),
            ([0], ServiceSettings(), instance("b", log, stop: { throw Failed() })),
          ], log: log)
      }
      #expect(error?.description == "Int failed to stop: as intended")
      #expect(log.has("b stops", before: "a stops"))
    }
  }

  @Test("stop in order when the task is cancelled, whatever they do then")
  func cancelled() async throws {
    try await urgently {
      let log = ServiceLog()
      let ready = Gate()
      let task = Task {
        try await run(
          [
            ([], ServiceSettings(), instance("a", log)),
            ([0], ServiceSettings(), instance("b", log)),
            (
              [1], ServiceSettings(),
              instance(
                "c", log,
                start: {
                  ready.open()
                  try await waitForCancellation()
                })
            ),
          ], log: log)
      }
      await ready.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(
        log.lines.filter { !$0.hasPrefix("Int") } == [
          "a started", "b started", "b stops", "a stops",
        ])
    }
  }

  @Test("that block all threads don't delay the deadlines")
  func blocking() async throws {
    try await urgently {
      let log = ServiceLog()
      let settings = ServiceSettings(
        startDeadline: .milliseconds(20), stopDeadline: .milliseconds(20))
      let blocking = instance("blocking", log, start: { usleep(300_000) })
      let error = await #expect(throws: ServiceError.self) {
        try await run(Array(repeating: ([], settings, blocking), count: 4), log: log)
      }
      #expect((error?.events.count { "\($0)".contains("took longer") } ?? 0) > 0)
    }
  }
}
