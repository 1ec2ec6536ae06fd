import CleanseTestSupport
import Testing

@testable import Cleanse
@testable import CleanseGraph

@Suite("The validator of services")
struct ServiceValidatorTests {
  private final class Server: Service {
    init(handler: Handler) {}
  }

  private struct Handler: Sendable { let registry: Provider<Registry> }

  private final class Registry: Service {
    init(server: Provider<Server>) {}
  }

  private final class Store: Service {}
  private final class Cache: Sendable {
    let store: Index
    init(store: Index) async { self.store = store }
  }
  private struct Index: Sendable { let store: Store }

  private enum Circular: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.bind(Server.self).sharedInScope().asService().to(factory: Server.init)
      binder.bind(Registry.self).sharedInScope().asService().to(factory: Registry.init)
      binder.bind(Handler.self).to(factory: Handler.init)
    }
    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      bind.to(value: 1)
    }
  }

  private enum Early: RootComponent, AsyncComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.bind(Store.self).sharedInScope().asService().to(factory: Store.init)
      binder.bind(Index.self).to(factory: Index.init)
      binder.bind(Cache.self).sharedInScope().to(asyncFactory: Cache.init)
    }
    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      bind.to { (_: Cache) in 1 }
    }
  }

  private final class Weak: Service {
    init(registry: WeakProvider<Weaker>) {}
  }

  private final class Weaker: Service {
    init(weak: Weak) {}
  }

  private enum Ordered: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.bind(Weak.self).sharedInScope().asService().to(factory: Weak.init)
      binder.bind(Weaker.self).sharedInScope().asService().to(factory: Weaker.init)
    }
    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      bind.to(value: 1)
    }
  }

  private func findings(_ graph: BindingGraph) -> [Diagnostic] {
    GraphValidation().diagnostics(of: graph)
  }

  private func text(_ findings: [Diagnostic]) -> String {
    findings.map(\.description).joined(separator: "\n") + "\n"
  }

  @Test("reports services that wait for each other, also through providers")
  func cycle() {
    let findings = findings(BindingGraph(of: Circular.self))
    #expect(findings.map(\.code) == [.serviceCycle])
    expectGolden(text(findings), "service-cycle")
  }

  @Test("reports an awaited value that keeps a service")
  func early() {
    let findings = findings(BindingGraph(of: Early.self))
    #expect(findings.map(\.code) == [.earlyService])
    expectGolden(text(findings), "early-service")
  }

  @Test("accepts a weak request of a service that starts later")
  func weak() async throws {
    try await urgently {
      #expect(findings(BindingGraph(of: Ordered.self)) == [])
      try await ComponentFactory.of(Ordered.self).withServices { _ in }
    }
  }

  @Test("reports a service that is not shared, which a document or C can have")
  func unshared() throws {
    let graph = BindingGraph(of: Ordered.self)
    var bindings = graph.bindings
    bindings[0].scope = nil
    let findings = findings(BindingGraph(components: graph.components, bindings: bindings))
    #expect(findings.contains { $0.code == .serviceWithoutScope })
    expectGolden(
      text(findings.filter { $0.code == .serviceWithoutScope }), "service-without-scope")
  }
}
