import Cleanse
import CleanseTestSupport
import Testing

@Suite("A root that is bound twice")
struct DuplicateRootTests {
  struct Town {}

  enum TownModule: Module {
    static func configure(binder: UnscopedBinder) { binder.bind(Town.self).to(factory: Town.init) }
  }

  enum Included: RootComponent {
    static func configure(binder: UnscopedBinder) { binder.include(module: TownModule.self) }
    static func configureRoot(binder bind: ReceiptBinder<Town>) -> BindingReceipt<Town> {
      bind.to(factory: Town.init)
    }
  }

  enum Own: RootComponent {
    static func configure(binder: UnscopedBinder) { binder.bind(Town.self).to(factory: Town.init) }
    static func configureRoot(binder bind: ReceiptBinder<Town>) -> BindingReceipt<Town> {
      bind.to(factory: Town.init)
    }
  }

  // The finding did not say which of the two bindings is that of `configureRoot`, which can't be removed or tagged.
  @Test("the finding names the binding of configureRoot")
  func root() {
    let findings = RootComponents.validate(Included.self) + RootComponents.validate(Own.self)
    expectGolden(findings.map(\.description).joined(separator: "\n"), "duplicate-root")
  }
}
