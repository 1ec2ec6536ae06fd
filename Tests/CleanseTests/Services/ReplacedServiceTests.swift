import CleanseTestSupport
import Testing

@testable import Cleanse
@testable import CleanseGraph

// The override of a service was no service: it was never started, and its dependents started without it.
@Suite("Overrides of services", .serialized)
struct ReplacedServiceTests {
  private final class Store: Service {
    private let log: ServiceLog
    private let name: String
    init(_ name: String, _ log: ServiceLog) { (self.log, self.name) = (log, name) }
    func start() async throws { log.add("\(name) starts") }
    func stop() async throws { log.add("\(name) stops") }
  }

  private final class Server: Service {
    private let log: ServiceLog
    init(log: ServiceLog, store: Store) { self.log = log }
    func start() async throws { log.add("server starts") }
  }

  private struct Root: Sendable { let store: Store }

  private enum App: RootComponent {
    typealias Seed = ServiceLog
    static func configure(binder: Binder<Singleton>) {
      binder.bind(Server.self).sharedInScope().asService().to(factory: Server.init)
      binder.bind(Store.self).sharedInScope()
        .asService(ServiceSettings(startDeadline: .seconds(777))).to { (log: ServiceLog) in
          Store("real", log)
        }
    }
    static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
      bind.to(factory: Root.init)
    }
  }

  @Test("are started and stopped like what they replace, in the same order")
  func factory() async throws {
    try await urgently {
      let log = ServiceLog()
      let factory = try ComponentFactory.of(App.self) { binder in
        binder.bind(Store.self).to { (log: ServiceLog) in Store("fake", log) }
      }
      #expect(factory.findings.map(\.code) == [])
      try await factory.withServices(log) { _ in log.add("body") }
      #expect(log.lines == ["fake starts", "server starts", "body", "fake stops"])
    }
  }

  @Test("can be values, which are not shared but always the same")
  func value() async throws {
    try await urgently {
      let log = ServiceLog()
      let store = Store("value", log)
      let factory = try ComponentFactory.of(App.self) { $0.bind(Store.self).to(value: store) }
      #expect(factory.findings.map(\.code) == [])
      try await factory.withServices(log) { _ in log.add("body") }
      #expect(log.lines == ["value starts", "server starts", "body", "value stops"])
    }
  }

  @Test("have functions and settings of their own if they say that they are services")
  func own() async throws {
    try await urgently {
      let log = ServiceLog()
      let factory = try ComponentFactory.of(App.self) { binder in
        binder.bind(Store.self).sharedInScope()
          .asService(start: { _ in }, stop: { _ in }).to { (log: ServiceLog) in Store("fake", log) }
      }
      try await factory.withServices(log) { _ in log.add("body") }
      #expect(log.lines == ["server starts", "body"])
    }
  }

  @Test("are listed as services of the graph, with the settings of what they replace")
  func graph() throws {
    let graph = Recording(of: App.self) { recorder in
      recorder.replacing {
        Binder<Singleton>(recorder: recorder).bind(Store.self).to { (log: ServiceLog) in
          Store("fake", log)
        }
      }
    }.graph
    let services = graph.resolution.services[.root] ?? []
    #expect(services.map { graph[$0.binding].override == nil } == [true, false])
    #expect(services.map { graph[$0.role].service?.startDeadline }.last == .seconds(777))
    #expect(services[0].predecessors == [services[1].binding])
    #expect(graph.service(of: graph[services[1].binding])?.stage == 1)
  }
}
