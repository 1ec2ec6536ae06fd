import Cleanse
import Testing

@Suite("Collections of providers")
struct ProvidedElementsTests {
  @Test("there is a provider for each contribution, in the order of the collection")
  func order() async throws {
    let app = try ComponentFactory.of(App.self).build(Tally())
    let names = app.all.get().map(\.name)
    #expect(names == ["first", "shared", "new", "a", "b"])
    #expect(app.parts.map { $0.get().name } == names)
    #expect(try app.throwing.map { try $0.get().name } == names)
    var awaited: [String] = []
    for part in app.awaited { awaited.append(try await part.get().name) }
    #expect(awaited == names)
  }

  @Test("a contribution of one element is made when its provider is called, a shared one once")
  func lazily() throws {
    let tally = Tally()
    let app = try ComponentFactory.of(Single.self).build(tally)
    #expect(tally.made == 0)
    #expect(app.parts[0].get() !== app.parts[0].get())
    #expect(tally.made == 2)
    #expect(app.parts[1].get() === app.parts[1].get())
    #expect(tally.made == 3)
  }

  @Test("elements of ancestors come first, and are shared there")
  func components() throws {
    let app = try ComponentFactory.of(Single.self).build(Tally())
    let inner = app.inner.build(()).parts
    #expect(inner.map { $0.get().name } == ["new", "shared", "inner"])
    #expect(inner[1].get() === app.parts[1].get())
  }

  @Test("elements of ancestors are not repeated if a member of a cycle requests them")
  func cycle() throws {
    // They were provided as elements of their own and as a part of the descendant's collection.
    let inner = try ComponentFactory.of(Outer.self).build(()).ring.build(())
    #expect(inner.names.build(1) == ["outer", "inner"])
  }

  // All were made when the assisted factory was called, and their providers returned these again and again.
  @Test(
    "an assisted factory of a cycle gets elements that are made when their providers are called")
  func lazyCycle() throws {
    let tally = Tally()
    let app = try ComponentFactory.of(LazyRing.self).build(tally)
    let parts = app.parts.build(1)
    #expect(tally.made == 0)
    #expect(parts[0].get() !== parts[0].get())
    #expect(tally.made == 2)
    let shared = parts[1].get()
    #expect(parts[1].get() === shared)
    #expect(app.parts.build(2)[1].get() === shared)
    #expect(tally.made == 3)
  }

  @Test("an element of a cycle that requests itself throws where its provider can")
  func earlyElement() throws {
    let app = try ComponentFactory.of(HastyRing.self).build(Tally())
    let parts = try app.parts.build(1)
    let error = #expect(throws: ResolutionError.self) { try parts[0].get() }
    guard case .tooEarly? = error?.underlying as? DeferredCallError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try parts[1].get().name == "patient")
  }

  @Test("an override of the collection is provided element by element")
  func overridden() throws {
    let app = try ComponentFactory.of(Single.self) { binder in
      binder.bind([Part].self).to { (tally: Tally) in [Part("x", tally), Part("y", tally)] }
    }.build(Tally())
    #expect(app.parts.map { $0.get().name } == ["x", "y"])
  }

  @Test("a bound array of providers has precedence")
  func bound() throws {
    let root = try ComponentFactory.of(Bound.self).build(())
    #expect(root.numbers.map { $0.get() } == [7])
  }

  @Test("a collection of providers is empty if it is declared, and nil if it is optional")
  func absent() throws {
    let root = try ComponentFactory.of(Empty.self).build(())
    #expect(root.numbers.isEmpty && root.entries.isEmpty && root.optional == nil)
    let present = try ComponentFactory.of(Strings.self).build(())
    #expect(present.strings?.map { $0.get() } == ["a"])
  }

  @Test("without a declaration or a contribution, the collection of the elements is missing")
  func missing() {
    let found = findings(of: Missing.self)
    #expect(found.map(\.code) == [.missingBinding])
    #expect(found[0].message == "missing binding for [Int8]")
  }

  @Test("an error of a contribution needs throwing providers")
  func throwing() {
    #expect(findings(of: Failing.self).map(\.code) == [.unhandledError])
  }

  @Test("a dictionary of providers has the keys of the dictionary, and makes a value on request")
  func dictionary() throws {
    let tally = Tally()
    let root = try ComponentFactory.of(Pages.self).build(tally)
    #expect(Set(root.pages.keys) == ["home", "news", "about"])
    // The value of the contributed dictionary.
    #expect(tally.made == 1)
    #expect(root.pages["home"]?.get().name == "home")
    #expect(root.pages["home"]?.get() !== root.pages["home"]?.get())
    #expect(root.pages["news"]?.get() === root.pages["news"]?.get())
    #expect(tally.made == 5)
    let inner = root.inner.build(())
    #expect(inner.pages["home"]?.get().name == "inner home")
    #expect(inner.pages["news"]?.get() === root.pages["news"]?.get())
  }

  @Test("a key that is itself optional is not taken for a dictionary of several entries")
  func optionalKeys() throws {
    let root = try ComponentFactory.of(OptionalKeys.self).build(())
    #expect(root.entries.mapValues { $0.get() } == [nil: 1, 2: 2, 3: 3])
  }
}

private final class Part: Sendable {
  let name: String
  private let member: Tally.Member
  init(_ name: String, _ tally: Tally) {
    self.name = name
    member = tally.member()
  }
}

private struct AppRoot {
  let parts: [Provider<Part>]
  let throwing: [ThrowingProvider<Part>]
  let awaited: [AsyncProvider<Part>]
  let all: Provider<[Part]>
}

private enum App: RootComponent {
  typealias Seed = Tally
  static func configure(binder: Binder<Singleton>) {
    let parts = binder.bind(Part.self)
    parts.intoCollection().to { (tally: Tally) in Part("new", tally) }
    parts.intoCollection().to { (tally: Tally) in [Part("a", tally), Part("b", tally)] }
    parts.intoCollection().sharedInScope().ordered(-1).to { (tally: Tally) in
      Part("shared", tally)
    }
    parts.intoCollection().ordered(-2).to { (tally: Tally) in Part("first", tally) }
  }
  static func configureRoot(binder bind: ReceiptBinder<AppRoot>) -> BindingReceipt<AppRoot> {
    bind.to(factory: AppRoot.init)
  }
}

private struct SingleRoot {
  let parts: [Provider<Part>]
  let inner: ComponentFactory<Subcomponent>
}

private enum Single: RootComponent {
  typealias Seed = Tally
  static func configure(binder: Binder<Singleton>) {
    let parts = binder.bind(Part.self)
    parts.intoCollection().to { (tally: Tally) in Part("new", tally) }
    parts.intoCollection().sharedInScope().to { (tally: Tally) in Part("shared", tally) }
    binder.install(dependency: Subcomponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<SingleRoot>) -> BindingReceipt<SingleRoot> {
    bind.to(factory: SingleRoot.init)
  }
}

private struct InnerRoot { let parts: [Provider<Part>] }

private enum Subcomponent: Component {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Part.self).intoCollection().to { (tally: Tally) in Part("inner", tally) }
  }
  static func configureRoot(
    binder bind: ReceiptBinder<InnerRoot>
  ) -> BindingReceipt<InnerRoot> {
    bind.to(factory: InnerRoot.init)
  }
}

private enum Bound: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).intoCollection().to(value: 1)
    binder.bind([Provider<Int>].self).to(value: [Provider(value: 7)])
  }
  static func configureRoot(
    binder bind: ReceiptBinder<BoundRoot>
  ) -> BindingReceipt<BoundRoot> {
    bind.to { (numbers: [Provider<Int>], _: [Int]) in BoundRoot(numbers: numbers) }
  }
}

private struct BoundRoot { let numbers: [Provider<Int>] }

private struct EmptyRoot {
  let numbers: [Provider<Int>]
  let entries: [String: Provider<Int>]
  let optional: [Provider<String>]?
}

private enum Empty: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.declareCollection(of: Int.self)
    binder.declareDictionary(of: Int.self, keyedBy: String.self)
    binder.declareOptional(of: [String].self)
  }
  static func configureRoot(binder bind: ReceiptBinder<EmptyRoot>) -> BindingReceipt<EmptyRoot> {
    bind.to(factory: EmptyRoot.init)
  }
}

private struct StringsRoot { let strings: [Provider<String>]? }

private enum Strings: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(String.self).intoCollection().to(value: "a")
  }
  static func configureRoot(
    binder bind: ReceiptBinder<StringsRoot>
  ) -> BindingReceipt<StringsRoot> {
    bind.to(factory: StringsRoot.init)
  }
}

private enum Missing: RootComponent {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (_: [Provider<Int8>]) in 1 }
  }
}

private struct Broken: Error {}

private enum Failing: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int8.self).intoCollection().to { () throws -> Int8 in throw Broken() }
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (_: [Provider<Int8>]) in 1 }
  }
}

private struct PagesRoot {
  let pages: [String: Provider<Part>]
  let inner: ComponentFactory<InnerPages>
}

private enum Pages: RootComponent {
  typealias Seed = Tally
  static func configure(binder: Binder<Singleton>) {
    binder.declareDictionary(of: Part.self, keyedBy: String.self, allowsDuplicateKeys: true)
    let parts = binder.bind(Part.self)
    parts.intoDictionary(key: "home").to { (tally: Tally) in Part("home", tally) }
    parts.intoDictionary(key: "news").sharedInScope().to { (tally: Tally) in Part("news", tally) }
    parts.intoDictionary().to { (tally: Tally) in ["about": Part("about", tally)] }
    binder.install(dependency: InnerPages.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<PagesRoot>) -> BindingReceipt<PagesRoot> {
    bind.to(factory: PagesRoot.init)
  }
}

private struct InnerPagesRoot { let pages: [String: Provider<Part>] }

private enum InnerPages: Component {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Part.self).intoDictionary(key: "home").to { (tally: Tally) in
      Part("inner home", tally)
    }
  }
  static func configureRoot(
    binder bind: ReceiptBinder<InnerPagesRoot>
  ) -> BindingReceipt<InnerPagesRoot> {
    bind.to(factory: InnerPagesRoot.init)
  }
}

private struct OptionalKeysRoot { let entries: [Int?: Provider<Int>] }

private enum OptionalKeys: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).intoDictionary(key: Int?.none).to(value: 1)
    binder.bind(Int.self).intoDictionary(key: Int?.some(2)).to(value: 2)
    binder.bind(Int.self).intoDictionary().to { [Int?.some(3): 3] }
  }
  static func configureRoot(
    binder bind: ReceiptBinder<OptionalKeysRoot>
  ) -> BindingReceipt<OptionalKeysRoot> {
    bind.to(factory: OptionalKeysRoot.init)
  }
}

private enum Names: AssistedFactory {
  typealias Seed = Int
  typealias Element = [String]
}

private struct Word { let text: String }
private struct OuterRoot { let ring: ComponentFactory<Ring> }
private struct RingRoot { let names: Factory<Names> }

private enum Outer: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Word.self).intoCollection().to { Word(text: "outer") }
    binder.install(dependency: Ring.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<OuterRoot>
  ) -> BindingReceipt<OuterRoot> {
    bind.to(factory: OuterRoot.init)
  }
}

/// A word depends on the factory, which requests the words.
private enum Ring: Component {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Word.self).intoCollection().to { (_: Factory<Names>) in Word(text: "inner") }
    binder.bindFactory([String].self).with(Names.self).to {
      (words: [Provider<Word>], _: Assisted<Int>) in words.map { $0.get().text }
    }
  }
  static func configureRoot(
    binder bind: ReceiptBinder<RingRoot>
  ) -> BindingReceipt<RingRoot> {
    bind.to(factory: RingRoot.init)
  }
}

private enum Parts: AssistedFactory {
  typealias Seed = Int
  typealias Element = [Provider<Part>]
}

private struct LazyRingRoot { let parts: Factory<Parts> }

/// Parts depend on the factory, which requests the parts.
private enum LazyRing: RootComponent {
  typealias Seed = Tally
  static func configure(binder: Binder<Singleton>) {
    let parts = binder.bind(Part.self)
    parts.intoCollection().to { (tally: Tally, _: Factory<Parts>) in Part("new", tally) }
    parts.intoCollection().sharedInScope().to { (tally: Tally, _: Factory<Parts>) in
      Part("shared", tally)
    }
    binder.bindFactory([Provider<Part>].self).with(Parts.self).to {
      (parts: [Provider<Part>], _: Assisted<Int>) in parts
    }
  }
  static func configureRoot(
    binder bind: ReceiptBinder<LazyRingRoot>
  ) -> BindingReceipt<LazyRingRoot> {
    bind.to(factory: LazyRingRoot.init)
  }
}

private enum ThrowingParts: ThrowingAssistedFactory {
  typealias Seed = Int
  typealias Element = [ThrowingProvider<Part>]
}

private struct HastyRingRoot { let parts: Factory<ThrowingParts> }

/// The first part requests itself while it is being made.
private enum HastyRing: RootComponent {
  typealias Seed = Tally
  static func configure(binder: Binder<Singleton>) {
    let parts = binder.bind(Part.self)
    parts.intoCollection().to { (parts: Factory<ThrowingParts>) throws in
      try parts.build(1)[0].get()
    }
    parts.intoCollection().to { (tally: Tally, _: Factory<ThrowingParts>) in
      Part("patient", tally)
    }
    binder.bindFactory([ThrowingProvider<Part>].self).with(ThrowingParts.self).to {
      (parts: [ThrowingProvider<Part>], _: Assisted<Int>) in parts
    }
  }
  static func configureRoot(
    binder bind: ReceiptBinder<HastyRingRoot>
  ) -> BindingReceipt<HastyRingRoot> {
    bind.to(factory: HastyRingRoot.init)
  }
}
