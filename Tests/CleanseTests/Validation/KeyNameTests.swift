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

  // They had the runtime's name, `Packed<Pack{Int, …}>`, in fixes.
  @Test("arguments of a pack are displayed as they are written")
  func packs() {
    #expect(
      TypeName.display(Packed<Int, Packed<String>>.self)
        == "CleanseTests.Packed<Int, CleanseTests.Packed<String>>")
    #expect(name() == "CleanseTests.Packed<>")
    #expect(TypeName.display(Mixed<Int>.self) == "CleanseTests.Mixed<Int>")
    #expect(
      TypeName.display(Mixed<Int, (Int, Bool)>.Inside.self)
        == "CleanseTests.Mixed<Int, (Int, Bool)>.Inside")
  }
}

private struct Packed<each T> {}

/// The name of a `Packed` of these arguments, of which there may be none.
private func name<each T>(_ arguments: repeat (each T).Type) -> String {
  TypeName.display(Packed<repeat each T>.self)
}

private struct Mixed<A, each T> {
  struct Inside {}
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
