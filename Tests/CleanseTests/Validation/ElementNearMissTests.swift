import Cleanse
import CleanseTestSupport
import Testing

// The collection that was bound was not mentioned, and the first fix was itself refused.
@Suite("Collections of what requests an element")
struct ElementNearMissTests {
  @Test("that have no such form name the collection that is bound, and the form of it")
  func forms() {
    let found = findings(of: Forms.self).filter { $0.code == .missingBinding }
    #expect(found.count == 6)
    #expect(found.filter { $0.notes.contains { $0.message.hasPrefix("near:") } }.count == 5)
    expectGolden(found.map(\.description).joined(separator: "\n"), "near-elements")
  }

  @Test("are declared as what they request")
  func declared() {
    let found = findings(of: Declared.self).filter { $0.code == .configurationError }
    expectGolden(found.compactMap(\.fix).joined(separator: "\n"), "declared-elements")
  }

  @Test("with a contribution that throws can each handle the error")
  func throwing() {
    let found = findings(of: Throwing.self)
    #expect(found.map(\.code) == [.unhandledError])
    #expect(found.first?.fix == "request [ThrowingProvider<Int>]")
  }
}

private final class Dog: Sendable {}
private enum Name: Cleanse.Tag { typealias Element = String }

private enum Forms: RootComponent {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Int.self).intoCollection().to(value: 1)
    binder.bind(Int.self).intoDictionary(key: "a").to(value: 1)
    binder.bind(Dog.self).intoCollection().to(factory: Dog.init)
    binder.bind(String.self).tagged(with: Name.self).to(value: "")
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to {
      (
        functions: [() -> Int], entries: [String: () -> Int],
        throwing: [String: ThrowingProvider<Int>], weak: [WeakProvider<Dog>],
        tagged: [TaggedProvider<Name>], wrapped: Provider<[Provider<Int>]>
      ) in 1
    }
  }
}

private enum Declared: RootComponent {
  static func configure(binder: UnscopedBinder) {
    binder.declareDictionary(of: ThrowingProvider<Int>.self, keyedBy: String.self)
    binder.declareCollection(of: WeakProvider<Dog>.self)
    binder.declareCollection(of: TaggedProvider<Name>.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { 1 }
  }
}

private enum Throwing: RootComponent {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Int.self).intoCollection().to { () throws in 1 }
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { (numbers: [Provider<Int>]) in 1 }
  }
}
