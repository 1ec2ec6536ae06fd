import CleanseTestSupport
import Cleanse
import Testing

@Suite("Sets, dictionaries, order and optionals")
struct SetAndDictionaryTests {
  @Test("contributions to sets and dictionaries are merged")
  func contributions() throws {
    let root = try ComponentFactory.of(Tables.self).build(())
    #expect(root.set == [1, 2, 3])
    #expect(root.dictionary == ["a": 1, "b": 2, "c": 3])
    #expect(root.tagged.get() == ["x": "y"])
    #expect(root.emptySet.isEmpty && root.emptyDictionary.isEmpty)
  }

  @Test("a tagged set and a tagged dictionary can be declared, and are empty without contributions")
  func taggedDeclarations() throws {
    let counts = try ComponentFactory.of(TaggedTables.self).build()
    #expect(counts == [0, 0, 1])
  }

  @Test("a contribution's order takes precedence over the order of declaration")
  func order() throws {
    #expect(try ComponentFactory.of(Ordered.self).build(()) == [1, 2, 3, 4, 5])
  }

  @Test("two entries with one key are reported with both locations")
  func duplicateEntry() throws {
    let found = findings(of: Ambiguous.self)
    #expect(found.map(\.code) == [.duplicateEntry])
    expectGolden(found.map(\.description).joined(separator: "\n"), "duplicate-entry")
  }

  @Test("a dictionary that allows duplicates keeps the last of equal keys")
  func allowed() throws {
    #expect(try ComponentFactory.of(Lenient.self).build(()) == ["a": 2])
  }

  @Test("keys are compared as values, not by their descriptions")
  func entryIdentity() throws {
    #expect(try ComponentFactory.of(Lookalikes.self).build(()).count == 2)
  }

  @Test("a declared optional is nil without a binding, and the bound value otherwise")
  func optionals() throws {
    let root = try ComponentFactory.of(Optionals.self).build(())
    #expect(root.bound == 7)
    #expect(root.absent == nil)
    #expect(root.inner.build(()) == "inner")
  }

  @Test("a declared optional does not provide the wrapped type itself")
  func optionalInstance() {
    #expect(findings(of: Demanding.self).map(\.code) == [.missingBinding])
  }
}

private enum Pairs: Cleanse.Tag { typealias Element = [String: String] }

private struct TablesRoot {
  let set: Set<Int>
  let dictionary: [String: Int]
  let tagged: TaggedProvider<Pairs>
  let emptySet: Set<String>
  let emptyDictionary: [Int: Int]
}

private enum Tables: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Int.self).intoSet().to(value: 1)
    binder.bind(Int.self).intoSet().sharedInScope().to { [2, 3] as Set }
    binder.bind(Int.self).intoDictionary(key: "a").to(value: 1)
    binder.bind(Int.self).intoDictionary(key: "b").to(factory: { (set: Set<Int>) in set.count - 1 })
    binder.bind(Int.self).intoDictionary(key: "c").to(provider: Provider(value: 3))
    binder.bind(String.self).intoDictionary(key: "x").tagged(with: Pairs.self).to { "y" }
    binder.declareSet(of: String.self)
    binder.declareDictionary(of: Int.self, keyedBy: Int.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<TablesRoot>
  ) -> BindingReceipt<TablesRoot> {
    bind.to(factory: TablesRoot.init)
  }
}

private enum TaggedTables: RootComponent {
  enum Names: Cleanse.Tag { typealias Element = Set<String> }
  enum Sizes: Cleanse.Tag { typealias Element = [String: Int] }
  enum Lengths: Cleanse.Tag { typealias Element = [String: Int] }

  static func configure(binder: Binder<Unscoped>) {
    binder.declareSet(of: String.self, tagged: Names.self)
    binder.declareDictionary(of: Int.self, keyedBy: String.self, tagged: Sizes.self)
    binder.declareDictionary(
      of: Int.self, keyedBy: String.self, tagged: Lengths.self, allowsDuplicateKeys: true)
    binder.bind(Int.self).intoDictionary(key: "a").tagged(with: Lengths.self).to(value: 1)
    binder.bind(Int.self).intoDictionary(key: "a").tagged(with: Lengths.self).to(value: 2)
  }
  static func configureRoot(binder bind: ReceiptBinder<[Int]>) -> BindingReceipt<[Int]> {
    bind.to {
      (
        names: TaggedProvider<Names>, sizes: TaggedProvider<Sizes>,
        lengths: TaggedProvider<Lengths>
      ) in [names.get().count, sizes.get().count, lengths.get().count]
    }
  }
}

private enum Ordered: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).intoCollection().ordered(2).to(value: [4, 5])
    binder.bind(Int.self).intoCollection().to(value: 2)
    binder.bind(Int.self).intoCollection().to(value: 3)
    binder.bind(Int.self).intoCollection().ordered(-1).to(value: 1)
  }
  static func configureRoot(binder bind: ReceiptBinder<[UInt]>) -> BindingReceipt<[UInt]> {
    bind.to { (numbers: [Int]) in numbers.map(UInt.init) }
  }
}

private enum Ambiguous: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).intoDictionary(key: "a").to(value: 1)
    binder.bind(Int.self).intoDictionary(key: "b").to(value: 1)
    binder.bind(Int.self).intoDictionary(key: "a").to(value: 2)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (numbers: [String: Int]) in numbers.count }
  }
}

private enum Lenient: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).intoDictionary(key: "a").to(value: 1)
    binder.bind(Int.self).intoDictionary(key: "a").to(value: 2)
    binder.declareDictionary(of: Int.self, keyedBy: String.self, allowsDuplicateKeys: true)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<[Substring: Int]>
  ) -> BindingReceipt<[Substring: Int]> {
    bind.to { (numbers: [String: Int]) in
      Dictionary(uniqueKeysWithValues: numbers.map { (Substring($0), $1) })
    }
  }
}

/// A value whose description equals that of every other value.
private struct Lookalike: Hashable, CustomStringConvertible, CustomDebugStringConvertible {
  let number: Int
  var description: String { "same" }
  var debugDescription: String { "same" }
}

private enum Lookalikes: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).intoDictionary(key: Lookalike(number: 1)).to(value: 1)
    binder.bind(Int.self).intoDictionary(key: Lookalike(number: 2)).to(value: 2)
  }
  static func configureRoot(binder bind: ReceiptBinder<[Int]>) -> BindingReceipt<[Int]> {
    bind.to { (numbers: [Lookalike: Int]) in Array(numbers.values) }
  }
}

private struct OptionalsRoot {
  let bound: Int?
  let absent: String?
  let inner: ComponentFactory<OptionalInside>
}

private enum OptionalInside: Component {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(String.self).to(value: "inner")
    binder.declareOptional(of: Double.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<Substring>
  ) -> BindingReceipt<Substring> {
    bind.to { (text: String?, number: Double?, outer: Int?) in
      number == nil && outer == 7 ? Substring(text ?? "") : "wrong"
    }
  }
}

private enum Optionals: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.declareOptional(of: Int.self)
    binder.declareOptional(of: String.self)
    binder.bind(Int.self).to(value: 7)
    binder.install(dependency: OptionalInside.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<OptionalsRoot>
  ) -> BindingReceipt<OptionalsRoot> {
    bind.to(factory: OptionalsRoot.init)
  }
}

private enum Demanding: RootComponent {
  static func configure(binder: Binder<Unscoped>) { binder.declareOptional(of: String.self) }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (text: Provider<String>) in 1 }
  }
}
