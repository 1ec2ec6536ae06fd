import Cleanse
import Testing

@Suite("Property injection")
struct PropertyInjectionTests {
  @Test("an injector takes no parameter, one or many, as a method or as a closure")
  func parameters() throws {
    let root = try ComponentFactory.of(ParametersComponent.self).build(())
    let none = None()
    root.none.injectProperties(into: none)
    #expect(none.count == 1)
    let many = Many()
    root.many.injectProperties(into: many)
    #expect(many.values == Array(repeating: 1, count: 24))
    let closure = Closure()
    root.closure.injectProperties(into: closure)
    #expect(closure.text == "t 1")
  }

  @Test("superclasses are injected by a chain of their injectors")
  func superclasses() throws {
    let injector = try ComponentFactory.of(ChainComponent.self).build(()).last
    let object = Last()
    injector.injectProperties(into: object)
    #expect(object.injected == ["base", "middle", "last"])
  }

  @Test("a subcomponent can request an injector, also through a provider")
  func subcomponent() throws {
    let root = try ComponentFactory.of(ParentComponent.self).build(()).inner.build("inner")
    let object = Base()
    root.get().injectProperties(into: object)
    #expect(object.injected == ["inner"])
  }

  @Test("each injection makes new requests, and shared instances stay the same")
  func repeated() throws {
    let injector = try ComponentFactory.of(RepeatedComponent.self).build(())
    let (one, other) = (Target(), Target())
    injector.injectProperties(into: one)
    injector.injectProperties(into: other)
    #expect(one.new != nil && one.new !== other.new)
    #expect(one.shared != nil && one.shared === other.shared)
  }
}

private enum Label: Cleanse.Tag { typealias Element = String }

private final class None {
  var count = 0
  func prepare() { count += 1 }
}

private final class Many {
  var values: [Int] = []
  func inject(
    a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int, j: Int, k: Int, l: Int,
    m: Int, n: Int, o: Int, p: Int, q: Int, r: Int, s: Int, t: Int, u: Int, v: Int, w: Int, x: Int
  ) {
    values = [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x]
  }
}

private final class Closure { var text = "" }

private struct Parameters {
  let none: PropertyInjector<None>
  let many: PropertyInjector<Many>
  let closure: PropertyInjector<Closure>
}

private enum ParametersComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).to(value: 1)
    binder.bind(String.self).tagged(with: Label.self).to(value: "t")
    binder.bindPropertyInjectionOf(None.self).to(injector: None.prepare)
    binder.bindPropertyInjectionOf(Many.self).to(injector: Many.inject)
    binder.bindPropertyInjectionOf(Closure.self).to {
      (object: Closure, label: TaggedProvider<Label>, number: @escaping () -> Int) in
      object.text = "\(label.get()) \(number())"
    }
  }
  static func configureRoot(
    binder bind: ReceiptBinder<Parameters>
  ) -> BindingReceipt<Parameters> {
    bind.to(factory: Parameters.init)
  }
}

private class Base { var injected: [String] = [] }
private class Middle: Base {}
private final class Last: Middle {}

private struct Chain { let last: PropertyInjector<Last> }

private enum ChainComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bindPropertyInjectionOf(Base.self).to { (object: Base) in
      object.injected.append("base")
    }
    binder.bindPropertyInjectionOf(Middle.self).to {
      (object: Middle, above: PropertyInjector<Base>) in
      above.injectProperties(into: object)
      object.injected.append("middle")
    }
    binder.bindPropertyInjectionOf(Last.self).to {
      (object: Last, above: PropertyInjector<Middle>) in
      above.injectProperties(into: object)
      object.injected.append("last")
    }
  }
  static func configureRoot(binder bind: ReceiptBinder<Chain>) -> BindingReceipt<Chain> {
    bind.to(factory: Chain.init)
  }
}

private struct Outer { let inner: ComponentFactory<Subcomponent> }

private enum ParentComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bindPropertyInjectionOf(Base.self).to { (object: Base) in
      object.injected.append("outer")
    }
    binder.install(dependency: Subcomponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Outer>) -> BindingReceipt<Outer> {
    bind.to(factory: Outer.init)
  }
}

private enum Subcomponent: Component {
  typealias Seed = String
  static func configure(binder: Binder<Unscoped>) {
    binder.bindPropertyInjectionOf(Base.self).overriding().to { (object: Base, text: String) in
      object.injected.append(text)
    }
  }
  static func configureRoot(
    binder bind: ReceiptBinder<Provider<PropertyInjector<Base>>>
  ) -> BindingReceipt<Provider<PropertyInjector<Base>>> {
    bind.to { (injector: @escaping @Sendable () -> PropertyInjector<Base>) in
      Provider(getter: injector)
    }
  }
}

private final class Part {}

private final class Target {
  var new: Part?
  var shared: Part?
}

private enum Shared: Cleanse.Tag { typealias Element = Part }

private enum RepeatedComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Part.self).to(factory: Part.init)
    binder.bind(Part.self).tagged(with: Shared.self).sharedInScope().to(factory: Part.init)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<PropertyInjector<Target>>
  ) -> BindingReceipt<PropertyInjector<Target>> {
    bind.propertyInjector { bind in
      bind.to { (target: Target, new: Part, shared: TaggedProvider<Shared>) in
        target.new = new
        target.shared = shared.get()
      }
    }
  }
}
