import Testing

@testable import Cleanse
@testable import CleanseGraph

@Suite("Overrides in subcomponents")
struct DescendantOverrideTests {
  @Test("contributions of a descendant are added to an override of an ancestor's collection")
  func collection() throws {
    #expect(findings(of: Numbers.self) == [])
    let root = try ComponentFactory.of(Numbers.self).build(())
    #expect(root.numbers == [1])
    let middle = root.middle.build(())
    #expect(middle.numbers == [7])
    #expect(middle.inner.build(()).numbers == [7, 9])
  }

  @Test("an override resolves an ambiguity between several bindings")
  func duplicates() throws {
    #expect(findings(of: Resolved.self) == [])
    #expect(try ComponentFactory.of(Resolved.self).build(()) == "3 [5]")
  }

  @Test("an override can replace the nil of an optional that an ancestor declares")
  func optional() throws {
    #expect(findings(of: Optionals.self) == [])
    let root = try ComponentFactory.of(Optionals.self).build(())
    #expect(root.number == nil)
    #expect(root.inner.build(()) == 2)
  }

  // The documentation said that it was shared without saying so.
  @Test("an override of an ancestor's shared binding is shared only if it says so")
  func shared() throws {
    let root = try ComponentFactory.of(Garage.self).build(())
    let (plain, sharing) = (root.plain.build(()), root.sharing.build(()))
    #expect(plain.first.name == "plain")
    #expect(plain.first !== plain.second)
    #expect(sharing.first.name == "sharing")
    #expect(sharing.first === sharing.second)
  }

  @Test("an asynchronous override with added contributions must be shared")
  func asynchronous() {
    let found = findings(of: Waiting.self)
    #expect(found.map(\.code) == [.unawaitedBinding])
    #expect(found.first?.message.hasPrefix("a contribution to [Int8]") == true)
  }
}

private final class Engine {
  let name: String
  init(_ name: String) { self.name = name }
}

private struct Engines {
  let first: Engine
  let second: Engine
}

private struct GarageScope: Scope {}

private enum PlainEngines: Component {
  static func configure(binder: Binder<GarageScope>) {
    binder.bind(Engine.self).overriding().to { Engine("plain") }
  }
  static func configureRoot(binder bind: ReceiptBinder<Engines>) -> BindingReceipt<Engines> {
    bind.to(factory: Engines.init)
  }
}

private enum SharingEngines: Component {
  static func configure(binder: Binder<GarageScope>) {
    binder.bind(Engine.self).sharedInScope().overriding().to { Engine("sharing") }
  }
  static func configureRoot(binder bind: ReceiptBinder<Engines>) -> BindingReceipt<Engines> {
    bind.to(factory: Engines.init)
  }
}

private struct GarageRoot {
  let plain: ComponentFactory<PlainEngines>
  let sharing: ComponentFactory<SharingEngines>
}

private enum Garage: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Engine.self).sharedInScope().to { Engine("ancestor") }
    binder.install(dependency: PlainEngines.self)
    binder.install(dependency: SharingEngines.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<GarageRoot>) -> BindingReceipt<GarageRoot> {
    bind.to(factory: GarageRoot.init)
  }
}

private struct NumbersRoot {
  let numbers: [Int8]
  let middle: ComponentFactory<Middle>
}

private enum Numbers: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int8.self).intoCollection().to(value: 1)
    binder.install(dependency: Middle.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<NumbersRoot>
  ) -> BindingReceipt<NumbersRoot> {
    bind.to(factory: NumbersRoot.init)
  }
}

private struct MiddleRoot {
  let numbers: [Int8]
  let inner: ComponentFactory<Inner>
}

private enum Middle: Component {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind([Int8].self).overriding().to(value: [7])
    binder.install(dependency: Inner.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<MiddleRoot>
  ) -> BindingReceipt<MiddleRoot> {
    bind.to(factory: MiddleRoot.init)
  }
}

private struct InnerRoot { let numbers: [Int8] }

private enum Inner: Component {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int8.self).intoCollection().to(value: 9)
  }
  static func configureRoot(binder bind: ReceiptBinder<InnerRoot>) -> BindingReceipt<InnerRoot> {
    bind.to(factory: InnerRoot.init)
  }
}

private enum Resolved: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).to(value: 1)
    binder.bind(Int.self).to(value: 2)
    binder.bind(Int.self).overriding().to(value: 3)
    binder.bind([Int8].self).to(value: [4])
    binder.bind(Int8.self).intoCollection().to(value: 4)
    binder.bind([Int8].self).overriding().to(value: [5])
  }
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (number: Int, numbers: [Int8]) in "\(number) \(numbers)" }
  }
}

private struct OptionalsRoot {
  let number: Int?
  let inner: ComponentFactory<InnerOptional>
}

private enum Optionals: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.declareOptional(of: Int.self)
    binder.install(dependency: InnerOptional.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<OptionalsRoot>
  ) -> BindingReceipt<OptionalsRoot> {
    bind.to(factory: OptionalsRoot.init)
  }
}

private enum InnerOptional: Component {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).overriding().to(value: 2)
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { (number: Int?) in UInt(number ?? 0) }
  }
}

private struct WaitingRoot {
  let numbers: AsyncProvider<[Int8]>
  let inner: ComponentFactory<InnerWaiting>
}

private enum Waiting: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int8.self).intoCollection().to(value: 1)
    binder.bind([Int8].self).overriding().to { () async -> [Int8] in [7] }
    binder.install(dependency: InnerWaiting.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<WaitingRoot>
  ) -> BindingReceipt<WaitingRoot> {
    bind.to(factory: WaitingRoot.init)
  }
}

private struct InnerWaitingRoot { let numbers: AsyncProvider<[Int8]> }

private enum InnerWaiting: Component {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int8.self).intoCollection().to(value: 9)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<InnerWaitingRoot>
  ) -> BindingReceipt<InnerWaitingRoot> {
    bind.to(factory: InnerWaitingRoot.init)
  }
}
