import Cleanse
import Testing

@Suite("Declared optionals")
struct DeclaredOptionalTests {
  @Test("a declared optional of a provider or an optional does not shadow what can be wrapped")
  func wrapped() throws {
    let root = try ComponentFactory.of(Wrapping.self).build(())
    #expect(root.provider.get() == 7)
    #expect(root.optional == 7)
  }
}

private struct WrappingRoot {
  let provider: Provider<Int>
  let optional: Int?
}

private enum Wrapping: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).to(value: 7)
    binder.declareOptional(of: Provider<Int>.self)
    binder.declareOptional(of: Int?.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<WrappingRoot>
  ) -> BindingReceipt<WrappingRoot> {
    bind.to(factory: WrappingRoot.init)
  }
}
