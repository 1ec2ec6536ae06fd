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

  @Test("an asynchronous override with added contributions must be shared")
  func asynchronous() {
    let found = findings(of: Waiting.self)
    #expect(found.map(\.code) == [.unawaitedBinding])
    #expect(found.first?.message.hasPrefix("a contribution to [Int8]") == true)
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
