import Cleanse
import CleanseGraph
import Testing

@Suite("Names of keys")
struct KeyNameTests {
  // The search for unused types of equal names derived the names of all keys, and took longer than all else.
  @Test("recording and validating a graph without findings derives no name")
  func lazy() {
    let graph = BindingGraph(of: Quiet.self)
    #expect(GraphValidation().diagnostics(of: graph).isEmpty)
    #expect(graph.bindings.allSatisfy { !$0.key.storage.hasNames })
  }
}

private final class Engine: Sendable {
  init() {}
}

private struct Car: Sendable {
  let engine: Engine
  let spare: Provider<Engine>
}

private enum Quiet: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Engine.self).sharedInScope().to(factory: Engine.init)
  }

  static func configureRoot(binder bind: ReceiptBinder<Car>) -> BindingReceipt<Car> {
    bind.to(factory: Car.init)
  }
}
