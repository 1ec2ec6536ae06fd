import Cleanse
import Testing

@Suite("Collections")
struct CollectionTests {
  @Test("contributions are in order of declaration, single or as arrays")
  func order() throws {
    let root = try ComponentFactory.of(Numbers.self).build(())
    #expect(root.numbers == [1, 2, 3, 4, 5, 6])
    #expect(root.provider.get() == root.numbers)
    #expect(root.tagged.get() == ["a", "b"])
  }

  @Test("a declared collection without contributions is empty")
  func empty() throws {
    let root = try ComponentFactory.of(EmptyCollections.self).build(())
    #expect(root.0.isEmpty)
    #expect(root.1.get().isEmpty)
  }

  @Test("a shared contribution is created once, an unshared one for each request")
  func shared() throws {
    let root = try ComponentFactory.of(SharedContributions.self).build(())
    let (first, second) = (root.get(), root.get())
    #expect(first.count == 2)
    #expect(first[0] === second[0])
    #expect(first[1] !== second[1])
  }

  @Test("a collection without declaration or contributions is missing")
  func missing() {
    #expect(findings(of: UndeclaredCollection.self).map(\.code) == [.missingBinding])
  }
}

private enum Letters: Cleanse.Tag { typealias Element = [String] }

private struct NumbersRoot {
  let numbers: [Int]
  let provider: Provider<[Int]>
  let tagged: TaggedProvider<Letters>
}

private enum Numbers: RootComponent {
  typealias Root = NumbersRoot
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Int.self).intoCollection().to(value: 1)
    binder.bind(Int.self).intoCollection().to(value: [2, 3])
    binder.bind(Int.self).intoCollection().sharedInScope().to { 4 }
    binder.bind(Int.self).intoCollection().to { (text: String) in [text.count] }
    binder.bind(Int.self).intoCollection().to(provider: Provider(value: 6))
    binder.bind(String.self).to(value: "12345")
    binder.bind(String.self).intoCollection().tagged(with: Letters.self).to(value: "a")
    binder.bind(String.self).intoCollection().tagged(with: Letters.self).sharedInScope()
      .to { ["b"] }
  }
  static func configureRoot(
    binder bind: ReceiptBinder<NumbersRoot>
  ) -> BindingReceipt<NumbersRoot> {
    bind.to(factory: NumbersRoot.init)
  }
}

private enum EmptyCollections: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.declareCollection(of: Int.self)
    binder.declareCollection(of: Int.self)
    binder.declareCollection(of: String.self, tagged: Letters.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<([Int], TaggedProvider<Letters>)>
  ) -> BindingReceipt<([Int], TaggedProvider<Letters>)> {
    bind.to { (numbers: [Int], letters: TaggedProvider<Letters>) in (numbers, letters) }
  }
}

private final class Thing {}

private enum SharedContributions: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Thing.self).intoCollection().sharedInScope().to(factory: Thing.init)
    binder.bind(Thing.self).intoCollection().to(factory: Thing.init)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<Provider<[Thing]>>
  ) -> BindingReceipt<Provider<[Thing]>> {
    bind.to { (things: @escaping @Sendable () -> [Thing]) in Provider(getter: things) }
  }
}

private enum UndeclaredCollection: RootComponent {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (numbers: [Int]) in numbers.count }
  }
}
