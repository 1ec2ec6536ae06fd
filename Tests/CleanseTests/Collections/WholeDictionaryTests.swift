import Cleanse
import CleanseTestSupport
import Testing

// Entries with the same key were lost without a word, and others were refused for a key that they did not use.
@Suite("Whole dictionaries as contributions")
struct WholeDictionaryTests {
  @Test("need no key, and are merged with others, those of ancestors too")
  func merged() throws {
    let factory = try ComponentFactory.of(Merged.self)
    #expect(factory.findings.isEmpty)
    let root = factory.build(())
    #expect(root.numbers == ["a": 1, "b": 2, "c": 3])
    #expect(root.child.build(()).numbers == ["a": 1, "b": 2, "c": 3, "d": 4])
  }

  @Test("a key that two of them have is an error that names both, if the requester can handle it")
  func collision() throws {
    let root = try ComponentFactory.of(Colliding.self).build(())
    let error = #expect(throws: ResolutionError.self) { try root.numbers.get() }
    let duplicate = try #require(error?.underlying as? DuplicateEntryError)
    #expect(duplicate.key == "\"a\"")
    #expect(duplicate.contributions.map(\.location?.line) == [colliding, colliding + 1])
    #expect(duplicate.description.contains("WholeDictionaryTests.swift:\(colliding) and "))
  }

  @Test("otherwise it stops the program, and so does one with an ancestor's")
  func fatal() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try ComponentFactory.of(Fatal.self).build(()).child.build(())
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("[String: Int] has two entries for the key \"a\""))
  }

  @Test("the last one wins where that is allowed")
  func allowed() throws {
    #expect(try ComponentFactory.of(Allowing.self).build(()).numbers == ["a": 2])
  }
}

private let colliding = 111

private struct Numbers { let numbers: [String: Int] }

private enum Child: Component {
  typealias Seed = Void
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).intoDictionary(key: "d").to(value: 4)
  }
  static func configureRoot(binder bind: ReceiptBinder<Numbers>) -> BindingReceipt<Numbers> {
    bind.to(factory: Numbers.init)
  }
}

private struct MergedRoot {
  let numbers: [String: Int]
  let child: ComponentFactory<Child>
}

private enum Merged: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).intoDictionary().to { ["a": 1] }
    binder.bind(Int.self).intoDictionary(key: "x").to { ["b": 2] }
    binder.bind(Int.self).intoDictionary(key: "x").to(value: ["c": 3])
    binder.install(dependency: Child.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<MergedRoot>) -> BindingReceipt<MergedRoot> {
    bind.to(factory: MergedRoot.init)
  }
}

private enum CollidingChild: Component {
  typealias Seed = Void
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).intoDictionary(key: "a").to(value: 4)
  }
  static func configureRoot(binder bind: ReceiptBinder<Numbers>) -> BindingReceipt<Numbers> {
    bind.to(factory: Numbers.init)
  }
}

private struct FatalRoot { let child: ComponentFactory<CollidingChild> }

private enum Fatal: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).intoDictionary(keyedBy: String.self).to { ["a": 1] }
    binder.install(dependency: CollidingChild.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<FatalRoot>) -> BindingReceipt<FatalRoot> {
    bind.to(factory: FatalRoot.init)
  }
}

private enum Allowing: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).intoDictionary().to { ["a": 1] }
    binder.bind(Int.self).intoDictionary(key: "a").to(value: 2)
    binder.declareDictionary(of: Int.self, keyedBy: String.self, allowsDuplicateKeys: true)
  }
  static func configureRoot(binder bind: ReceiptBinder<Numbers>) -> BindingReceipt<Numbers> {
    bind.to(factory: Numbers.init)
  }
}

private struct CollidingRoot { let numbers: ThrowingProvider<[String: Int]> }

private enum Colliding: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    // The test knows these lines.
    binder.bind(Int.self).intoDictionary().to { () throws in ["a": 1] }
    binder.bind(Int.self).intoDictionary(key: "a").to(value: 2)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<CollidingRoot>
  ) -> BindingReceipt<CollidingRoot> {
    bind.to(factory: CollidingRoot.init)
  }
}
