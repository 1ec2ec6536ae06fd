import Cleanse
import CleanseTestSupport
import Testing

@Suite("Declared optionals")
struct DeclaredOptionalTests {
  // They were accepted, and left what was meant undeclared: nil, or an empty collection, whatever was bound.
  @Test("forms of requests can't be declared as optionals or collections")
  func forms() {
    let found = findings(of: Forms.self)
    #expect(found.map(\.code) == Array(repeating: .configurationError, count: 8))
    expectGolden(found.map(\.description).joined(separator: "\n"), "declared-forms")
  }

  @Test("optionals and functions can be elements of a collection, and functions optional")
  func elements() throws {
    let root = try ComponentFactory.of(Elements.self).build(())
    #expect(root.numbers == [1, nil])
    #expect(root.functions.isEmpty)
    #expect(root.function == nil)
  }
}

private enum Forms: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.declareOptional(of: Provider<Int8>.self)
    binder.declareOptional(of: Int8?.self)
    binder.declareOptional(of: Provider<Int8?>.self)
    binder.declareOptional(of: WeakProvider<Int8>?.self)
    binder.declareOptional(of: [Provider<Int8>].self)
    binder.declareCollection(of: Provider<Int8>.self)
    binder.declareDictionary(of: Provider<Int8>.self, keyedBy: String.self)
    binder.declareDictionary(of: WeakProvider<Int8>.self, keyedBy: String.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(value: 1)
  }
}

private struct ElementsRoot {
  let numbers: [Int?]
  let functions: [(Int) -> Void]
  let function: (() -> Void)?
}

private enum Elements: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int?.self).intoCollection().to(value: 1)
    binder.bind(Int?.self).intoCollection().to(value: nil)
    binder.declareCollection(of: ((Int) -> Void).self)
    binder.declareOptional(of: (() -> Void).self)
  }
  static func configureRoot(binder bind: ReceiptBinder<ElementsRoot>) -> BindingReceipt<
    ElementsRoot
  > {
    bind.to(factory: ElementsRoot.init)
  }
}
