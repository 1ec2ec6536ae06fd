import Cleanse
import Testing

@Suite("Errors with a lowered severity")
struct LoweredErrorTests {
  @Test("a graph with lowered errors can be built if it can be linked")
  func linked() throws {
    #expect(try factory(of: Doubled.self, taking: .duplicateEntry).build(()) == 1)
    #expect(try factory(of: Nested.self, taking: .scopeNesting).build(()) == 2)
    #expect(try factory(of: Cycle.self, taking: .componentCycle).build(()) == 3)
  }

  private func factory<C: RootComponent>(
    of component: C.Type, taking code: Diagnostic.Code
  ) throws -> ComponentFactory<C> {
    let factory = try ComponentFactory.of(component, severities: [code: .note])
    #expect(factory.findings.contains { $0.code == code })
    return factory
  }
}

private enum Doubled: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int8.self).intoDictionary(key: "a").to(value: 1)
    binder.bind(Int8.self).intoDictionary(key: "a").to(value: 2)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (numbers: [String: Int8]) in numbers.count }
  }
}

private enum Nested: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Shared.self).sharedInScope().to { Shared() }
    binder.install(dependency: NestedInside.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (inside: ComponentFactory<NestedInside>, shared: Shared) in
      inside.build(()).shared === shared ? 2 : 0
    }
  }
}

private enum NestedInside: Component {
  typealias Scope = Singleton

  static func configure(binder: Binder<Singleton>) {
    binder.bind(Int16.self).sharedInScope().to(value: 7)
  }
  static func configureRoot(binder bind: ReceiptBinder<Inside>) -> BindingReceipt<Inside> {
    bind.to { (number: Int16, shared: Shared) in Inside(shared: shared, number: number) }
  }
}

private enum Cycle: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.install(dependency: CycleInside.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (inside: ComponentFactory<CycleInside>) in Int(inside.build(())) }
  }
}

private enum CycleInside: Component {
  static func configure(binder: Binder<Unscoped>) {
    binder.install(dependency: CycleInside.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt8>) -> BindingReceipt<UInt8> {
    bind.to(value: 3)
  }
}

private final class Shared: Sendable {}

private struct Inside: Sendable {
  let shared: Shared
  let number: Int16
}
