import CleanseTestSupport
import Cleanse
import Testing

@Suite("Unusual types")
struct UnusualTypesTests {
  @Test("Void, tuples, existentials, generics, functions, metatypes and optionals can be bound")
  func types() throws {
    let root = try ComponentFactory.of(UnusualComponent.self).build(())
    #expect(root.void == ())
    #expect(root.pair.x == 1 && root.pair.y == "one")
    #expect(root.bare == (2, "two"))
    #expect(root.existential.name == "red")
    #expect(root.composed.name == "blue" && root.composed.count == 4)
    #expect(root.anything as? Int == 3)
    #expect(root.generic.value == 5)
    #expect(root.other.value == "five")
    #expect(root.function(1, 2) == 3)
    #expect(root.metatype == Red.self)
    #expect(ObjectIdentifier(root.existentialMetatype) == ObjectIdentifier(Blue.self))
    #expect(root.twice == .some(nil))
    #expect(root.nested.get().get() == 6)
  }

  @Test("a value of an opaque type can be bound and requested through a generic")
  func opaque() throws {
    #expect(try build(OpaqueComponent.make()) == "red")
  }

  @Test("an uninhabited type can be bound, and its factory is not called")
  func uninhabited() throws {
    let root = try ComponentFactory.of(UninhabitedComponent.self).build(())
    #expect(root == "built")
  }

  @Test("private types with one name in two files are different types")
  func privateTypes() throws {
    let both = try ComponentFactory.of(PrivateComponent.self).build(())
    #expect(both == "here there")
    let graph = BindingGraph(of: PrivateComponent.self)
    let namesakes = graph.bindings.filter { $0.key.typeName == "CleanseTests.Namesake" }
    #expect(namesakes.count == 2 && namesakes.first?.key != namesakes.last?.key)
  }

  @Test("missing unusual types are reported by name")
  func missing() throws {
    let found = findings(of: MissingUnusualComponent.self)
    #expect(found.allSatisfy { $0.code == .missingBinding })
    expectGolden(found.map(\.description).joined(separator: "\n"), "missing-unusual-types")
  }

  @Test("a factory can have forty parameters")
  func fortyParameters() throws {
    #expect(try ComponentFactory.of(FortyParameters.self).build(()) == 40)
  }

  @Test("a graph can have ten thousand parameters")
  func tenThousandParameters() throws {
    let graph = BindingGraph(of: WideComponent.self)
    #expect(graph.bindings.map(\.requests.count).reduce(0, +) == 10_001)
    let factory = try ComponentFactory.of(WideComponent.self)
    // Each layer adds up ten values of the layer below.
    #expect(factory.build(()).sum == 10_000_000_000)
  }

  @Test("components can be nested a hundred deep")
  func nesting() throws {
    let graph = BindingGraph(of: NestComponent<Zero>.self)
    #expect(graph.components.count == 101)
    #expect(try ComponentFactory.of(NestComponent<Zero>.self).build(()) == 100 + 5)
  }
}

private protocol Color: SendableMetatype { var name: String { get } }
private protocol Countable { var count: Int { get } }
private struct Red: Color { let name = "red" }
private struct Blue: Color, Countable {
  let name = "blue"
  let count = 4
}
private class Window {}
private struct Wrapped<Value> { let value: Value }

private struct Unusual {
  let void: Void
  let pair: (x: Int, y: String)
  let bare: (Int, String)
  let existential: any Color
  let composed: any Color & Countable
  let anything: Any
  let generic: Wrapped<Int>
  let other: Wrapped<String>
  let function: @Sendable (Int, Int) -> Int
  let metatype: Red.Type
  let existentialMetatype: any Color.Type
  let twice: Int??
  let nested: Provider<Provider<Int>>
}

private enum UnusualComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Void.self).to { () }
    binder.bind((x: Int, y: String).self).to { (x: 1, y: "one") }
    binder.bind((Int, String).self).to(value: (2, "two"))
    binder.bind((any Color).self).to(factory: Red.init)
    binder.bind((any Color & Countable).self).to { Blue() }
    binder.bind(Any.self).to(value: 3)
    binder.bind(Wrapped<Int>.self).to { Wrapped(value: 5) }
    binder.bind().to(value: Wrapped(value: "five"))
    binder.bind((@Sendable (Int, Int) -> Int).self).to { { $0 + $1 } }
    binder.bind(Red.Type.self).to(value: Red.self)
    binder.bind((any Color.Type).self).to(value: Blue.self)
    binder.bind(Int?.self).to(value: nil)
    binder.bind(Provider<Int>.self).to(value: Provider(value: 6))
  }
  static func configureRoot(binder bind: ReceiptBinder<Unusual>) -> BindingReceipt<Unusual> {
    bind.to(factory: Unusual.init)
  }
}

private enum OpaqueComponent<C: Color>: RootComponent {
  typealias Seed = Wrapped<C>
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(C.self).to { (seed: Wrapped<C>) in seed.value }
  }
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (color: C) in color.name }
  }
}

extension OpaqueComponent where C == Red {
  static func make() -> some Color { Red() }
}

private func build<C: Color>(_ color: C) throws -> String {
  try ComponentFactory.of(OpaqueComponent<C>.self).build(Wrapped(value: color))
}

private enum Uninhabited {}

private enum UninhabitedComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Never.self).to { fatalError("called") }
    binder.bind(Uninhabited.self).sharedInScope().to { () -> Uninhabited in fatalError("called") }
  }
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (never: Provider<Never>, uninhabited: @escaping () -> Uninhabited) in "built" }
  }
}

private struct Namesake { let text: String }

private enum PrivateComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Namesake.self).to { Namesake(text: "here") }
    binder.include(module: NamesakeModule.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (here: Namesake, there: Substring) in "\(here.text) \(there)" }
  }
}

private enum MissingUnusualComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to {
      (
        void: Void, pair: (x: Int, y: String), function: @escaping @Sendable (Int) -> Int,
        metatype: Red.Type, colors: any Color & Countable, existentialMetatype: any Color.Type,
        subclass: any Window & Countable, object: AnyObject, anything: Any, wrapped: Wrapped<[Int]>,
        twice: Int8??, never: Provider<Never>, namesake: Namesake
      ) in ""
    }
  }
}

private enum FortyParameters: RootComponent {
  static func configure(binder: Binder<Unscoped>) { binder.bind(Int.self).to(value: 1) }
  static func configureRoot(binder bind: ReceiptBinder<Int64>) -> BindingReceipt<Int64> {
    bind.to {
      (
        a0: Int, a1: Int, a2: Int, a3: Int, a4: Int, a5: Int, a6: Int, a7: Int, a8: Int, a9: Int,
        b0: Int, b1: Int, b2: Int, b3: Int, b4: Int, b5: Int, b6: Int, b7: Int, b8: Int, b9: Int,
        c0: Int, c1: Int, c2: Int, c3: Int, c4: Int, c5: Int, c6: Int, c7: Int, c8: Int, c9: Int,
        d0: Int, d1: Int, d2: Int, d3: Int, d4: Int, d5: Int, d6: Int, d7: Int, d8: Int, d9: Int
      ) -> Int64 in
      let a = [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9]
      let b = [b0, b1, b2, b3, b4, b5, b6, b7, b8, b9]
      let c = [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9]
      let d = [d0, d1, d2, d3, d4, d5, d6, d7, d8, d9]
      return Int64((a + b + c + d).reduce(0, +))
    }
  }
}

private struct Node<N: Digit> { let sum: Int }

/// Eleven layers of a hundred bindings, each of which depends on ten of the layer below.
private enum WideComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    for index in 0..<1_100 {
      if index < 100 {
        end(binder, digit(index))
      } else {
        let d = (0..<10).map { digit(index / 100 * 100 - 100 + (index * 7 + $0 * 13) % 100) }
        bind(
          binder, digit(index), d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7], d[8], d[9])
      }
    }
  }

  static func configureRoot(binder bind: ReceiptBinder<Node<Top>>) -> BindingReceipt<Node<Top>> {
    top(bind, digit(1_099))
  }

  private static func end<N: Digit>(_ binder: Binder<Singleton>, _: N.Type) {
    binder.bind(Node<N>.self).sharedInScope().to { Node<N>(sum: 1) }
  }

  private static func bind<
    N: Digit, A: Digit, B: Digit, C: Digit, D: Digit, E: Digit, F: Digit, G: Digit, H: Digit,
    I: Digit, J: Digit
  >(
    _ binder: Binder<Singleton>, _: N.Type, _: A.Type, _: B.Type, _: C.Type, _: D.Type, _: E.Type,
    _: F.Type, _: G.Type, _: H.Type, _: I.Type, _: J.Type
  ) {
    binder.bind(Node<N>.self).sharedInScope().to {
      (
        a: Node<A>, b: Node<B>, c: Node<C>, d: Node<D>, e: Node<E>, f: Node<F>, g: Node<G>,
        h: Node<H>, i: Node<I>, j: Node<J>
      ) in
      let lower = [a.sum, b.sum, c.sum, d.sum, e.sum]
      return Node<N>(sum: ([f.sum, g.sum, h.sum, i.sum, j.sum] + lower).reduce(0, +))
    }
  }

  private static func top<N: Digit>(
    _ bind: ReceiptBinder<Node<Top>>, _: N.Type
  ) -> BindingReceipt<Node<Top>> {
    bind.to { (node: Node<N>) in Node(sum: node.sum) }
  }
}

private enum Top: Digit {}

private protocol Depth: SendableMetatype { static var depth: Int { get } }
private enum Zero: Depth { static var depth: Int { 0 } }
private enum Next<D: Depth>: Depth { static var depth: Int { D.depth + 1 } }

/// A component with a nested subcomponent, and so on to the given depth.
private enum NestComponent<D: Depth>: RootComponent, Component {
  static func configure(binder: Binder<Unscoped>) {
    if D.depth == 0 { binder.bind(String.self).to(value: "outer") }
    if D.depth < 100 { binder.install(dependency: NestComponent<Next<D>>.self) }
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    if D.depth == 100 { return bind.to { (text: String) in text.count } }
    return bind.to { (inner: ComponentFactory<NestComponent<Next<D>>>) in inner.build(()) + 1 }
  }
}
