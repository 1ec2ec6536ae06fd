import Cleanse
import Testing

@Suite("Bindings")
struct BindingTests {
  @Test("a factory can request its parameters in every form")
  func everyForm() throws {
    let root = try ComponentFactory.of(Forms.self).build(())
    #expect(root.instance.number == 7)
    #expect(root.provider.get().number == 7)
    #expect(root.function().number == 7)
    #expect(root.sendableFunction().number == 7)
    #expect(root.optional?.number == 7)
    #expect(root.tagged.get() == "tagged")
    #expect(root.tagged.asProvider.get() == "tagged")
  }

  @Test("a type that is itself a provider or an optional can be bound")
  func boundForms() throws {
    let root = try ComponentFactory.of(BoundForms.self).build(())
    #expect(root.optional == nil)
    #expect(root.provider.get() == 3)
    #expect(root.pair == (1, "one"))
    #expect(root.function(20) == 21)
  }

  @Test("a factory can have twenty parameters")
  func manyParameters() throws {
    #expect(try ComponentFactory.of(ManyParameters.self).build(()) == 20 * 7)
  }

  @Test("a closure can leave its parameter types to the call")
  func shorthand() throws {
    #expect(try ComponentFactory.of(Shorthand.self).build(()) == "7 tagged")
  }

  @Test("the seed can be requested, and differs from build to build")
  func seed() throws {
    let factory = try ComponentFactory.of(Seeded.self)
    #expect(factory.build("one").text == "seeded with one")
    #expect(factory.build("two").text == "seeded with two")
  }

  @Test("a module that is included twice configures once")
  func includedOnce() throws {
    let graph = BindingGraph(of: Repeating.self)
    #expect(graph.bindings.filter { $0.key.typeName == "Int" }.count == 1)
    #expect(try ComponentFactory.of(Repeating.self).build(()) == 5)
  }

  @Test("a module without a scope can be included in a component with one")
  func unscopedModule() throws {
    #expect(try ComponentFactory.of(ScopedComponent.self).build(()) == 5)
  }

  @Test("a provider can be mapped, or made from a value, a function or another provider")
  func providers() {
    #expect(Provider(value: 2).map { $0 * 3 }.get() == 6)
    #expect(Provider(getter: { 4 }).get() == 4)
    #expect(Provider(other: TaggedProvider<Label>(getter: { "x" })).get() == "x")
  }
}

private final class Widget {
  let number: Int
  init(number: Int) { self.number = number }
}

private enum Label: Cleanse.Tag { typealias Element = String }

private enum WidgetModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Int.self).to(value: 7)
    binder.bind(Widget.self).to(factory: Widget.init)
    binder.bind(String.self).tagged(with: Label.self).to { "tagged" }
  }
}

private struct AllForms {
  let instance: Widget
  let provider: Provider<Widget>
  let function: () -> Widget
  let sendableFunction: @Sendable () -> Widget
  let optional: Widget?
  let tagged: TaggedProvider<Label>
}

private enum Forms: RootComponent {
  typealias Root = AllForms
  static func configure(binder: Binder<Unscoped>) { binder.include(module: WidgetModule.self) }
  static func configureRoot(binder bind: ReceiptBinder<AllForms>) -> BindingReceipt<AllForms> {
    bind.to(factory: AllForms.init)
  }
}

private struct OwnForms {
  let optional: Int?
  let provider: Provider<Int>
  let pair: (Int, String)
  let function: (Int) -> Int
}

private enum BoundForms: RootComponent {
  typealias Root = OwnForms
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int?.self).to(value: nil)
    binder.bind(Provider<Int>.self).to(value: Provider(value: 3))
    binder.bind((Int, String).self).to { (1, "one") }
    binder.bind(((Int) -> Int).self).to { { $0 + 1 } }
  }
  static func configureRoot(binder bind: ReceiptBinder<OwnForms>) -> BindingReceipt<OwnForms> {
    bind.to(factory: OwnForms.init)
  }
}

private enum ManyParameters: RootComponent {
  static func configure(binder: Binder<Unscoped>) { binder.bind().to(value: 7) }
  static func configureRoot(binder bind: ReceiptBinder<Int64>) -> BindingReceipt<Int64> {
    bind.to {
      (
        a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int, j: Int, k: Int,
        l: Int, m: Int, n: Int, o: Int, p: Int, q: Int, r: Int, s: Int, t: Int
      ) in
      let all = [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t]
      return Int64(all.reduce(0, +))
    }
  }
}

private enum Shorthand: RootComponent {
  static func configure(binder: Binder<Unscoped>) { binder.include(module: WidgetModule.self) }
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { "\(($0 as Widget).number) \(($1 as TaggedProvider<Label>).get())" }
  }
}

private struct Text { let text: String }

private enum Seeded: RootComponent {
  typealias Seed = String
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Text>) -> BindingReceipt<Text> {
    bind.to { (seed: String) in Text(text: "seeded with \(seed)") }
  }
}

private enum Numbers: Module {
  static func configure(binder: UnscopedBinder) { binder.bind(Int.self).to(value: 5) }
}

private enum MoreNumbers: Module {
  static func configure(binder: UnscopedBinder) { binder.include(module: Numbers.self) }
}

private enum Repeating: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.include(module: MoreNumbers.self)
    binder.include(module: Numbers.self)
    binder.include(module: MoreNumbers.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { (number: Int) in UInt(number) }
  }
}

private enum ScopedComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) { binder.include(module: MoreNumbers.self) }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { (number: Int) in UInt(number) }
  }
}
