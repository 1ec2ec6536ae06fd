import CleanseTestSupport
import Cleanse
import Testing

@Suite("Objects that subcomponents bind as values")
struct SharedValueTests {
  @Test("an object is reported with a fix for each instance, with and without a scope")
  func reported() throws {
    let found = allFindings(of: Town.self)
    #expect(found.map(\.code) == [.sharedValue, .sharedValue, .sharedValue])
    #expect(found.map(\.severity) == [.warning, .warning, .warning])
    expectGolden(found.map(\.description).joined(separator: "\n"), "shared-value")
  }

  @Test("a reported object is the same in all instances, and the fix creates one for each")
  func instances() throws {
    let shops = try ComponentFactory.of(Town.self).build(())
    #expect(shops.stores.build(()).till === shops.stores.build(()).till)
    let fixed = try ComponentFactory.of(Village.self).build(()).stores
    #expect(fixed.build(()).till !== fixed.build(()).till)
  }

  @Test("a value of the root component, a structure, a factory and a provider are not reported")
  func quiet() {
    #expect(allFindings(of: Village.self).map(\.code) == [])
  }

  @Test("the finding can be suppressed, and an overridden object is not reported")
  func suppressed() {
    #expect(allFindings(of: City.self).map(\.code) == [])
  }
}

private final class Till: Sendable {}
private final class Lamp: Sendable {}
private final class Desk: Sendable {}
private struct Price {}
private enum Spare: Cleanse.Tag { typealias Element = Lamp }
private struct StoreScope: Scope {}

private struct Store {
  let till: Till
}

private enum LampModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Lamp.self).tagged(with: Spare.self).to(value: Lamp())
  }
}

private enum StoreComponent: Component {
  static func configure(binder: Binder<StoreScope>) {
    binder.bind(Till.self).to(value: Till())
    binder.include(module: LampModule.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Store>) -> BindingReceipt<Store> {
    bind.to { (till: Till, lamp: TaggedProvider<Spare>) in Store(till: till) }
  }
}

private enum StallComponent: Component {
  static func configure(binder: UnscopedBinder) { binder.bind(Desk.self).to(value: Desk()) }
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (desk: Desk) in "" }
  }
}

private struct Shops {
  let stores: ComponentFactory<StoreComponent>
  let stalls: ComponentFactory<StallComponent>
}

private enum Town: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.install(dependency: StoreComponent.self)
    binder.install(dependency: StallComponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Shops>) -> BindingReceipt<Shops> {
    bind.to(factory: Shops.init)
  }
}

private enum FixedComponent: Component {
  static func configure(binder: Binder<StoreScope>) {
    binder.bind(Till.self).sharedInScope().to(factory: Till.init)
    binder.bind(Price.self).to(value: Price())
    binder.bind(Desk.self).to(provider: Provider { Desk() })
  }
  static func configureRoot(binder bind: ReceiptBinder<Store>) -> BindingReceipt<Store> {
    bind.to { (till: Till, lamp: Lamp, price: Price, desk: Desk) in Store(till: till) }
  }
}

private struct Fair {
  let stores: ComponentFactory<FixedComponent>
}

private enum Village: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Lamp.self).to(value: Lamp())
    binder.install(dependency: FixedComponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Fair>) -> BindingReceipt<Fair> {
    bind.to(factory: Fair.init)
  }
}

private enum QuietComponent: Component {
  static func configure(binder: Binder<StoreScope>) {
    binder.bind(Till.self).suppressing(.sharedValue, because: "all stores have one till")
      .to(value: Till())
    binder.bind(Lamp.self).to(value: Lamp())
    binder.bind(Lamp.self).overriding().to(factory: Lamp.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<Store>) -> BindingReceipt<Store> {
    bind.to { (till: Till, lamp: Lamp) in Store(till: till) }
  }
}

private enum City: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.install(dependency: QuietComponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (stores: ComponentFactory<QuietComponent>) in "" }
  }
}
