import CleanseTestSupport
import Foundation
import Testing

@testable import Cleanse
@testable import CleanseGraph

@Suite("Decorators")
struct DecoratorTests {
  @Test("wrap what another module binds, in one order, and see each other's result")
  func order() throws {
    let factory = try ComponentFactory.of(Wrapped<TwiceModule>.self)
    #expect(factory.findings.map(\.code) == [])
    #expect(factory.build(()).text == "second(first(late(real)))")
  }

  @Test("wrap the override in effect, and replacements in a test")
  func overrides() throws {
    let factory = try ComponentFactory.of(Wrapped<TwiceModule>.self) { binder in
      binder.bind(String.self).to(value: "fake")
    }
    #expect(factory.build(()).text == "second(first(late(fake)))")
    #expect(try ComponentFactory.of(Wrapped<OverriddenModule>.self).build(()).text == "<other>")
  }

  @Test("a test can decorate what the application binds")
  func test() throws {
    let factory = try ComponentFactory.of(Wrapped<RealModule>.self) { binder in
      binder.decorate(String.self).to { (text: String) in text + "?" }
    }
    #expect(factory.findings.map(\.code) == [])
    #expect(factory.build(()).text == "real?")
  }

  @Test("request what they wrap in any form")
  func forms() throws {
    #expect(try ComponentFactory.of(Wrapped<LazyModule>.self).build(()).text == "real+real")
  }

  @Test("are shared like what they wrap")
  func shared() throws {
    let pair = try ComponentFactory.of(SharedPair.self).build(())
    #expect(pair.first === pair.second)
    #expect(pair.first.name == "real!")
    let unshared = try ComponentFactory.of(UnsharedPair.self).build(())
    #expect(unshared.first !== unshared.second)
  }

  @Test("of a subcomponent are in effect there and below it, and wrap the ancestor's")
  func subcomponents() throws {
    let factory = try ComponentFactory.of(Outer.self)
    #expect(factory.findings.map(\.code) == [])
    let outer = factory.build(())
    #expect(outer.text == "(real)")
    #expect(outer.middle.build(()).text == "[(real)]")
    #expect(outer.middle.build(()).inner.build(()).text == "[(real)]")
  }

  @Test("wrap tagged bindings and whole collections, to which descendants add")
  func tagsAndCollections() throws {
    let root = try ComponentFactory.of(Collecting.self).build(())
    #expect(root.names == ["a", "b", "c"])
    #expect(root.label.get() == "label!")
    #expect(root.child.build(()).names == ["a", "b", "c", "d"])
  }

  @Test("leave an optional without a binding nil")
  func optionals() throws {
    #expect(try ComponentFactory.of(Maybe<EmptyModule>.self).build(()).text == nil)
    #expect(try ComponentFactory.of(Maybe<RealModule>.self).build(()).text == "real!")
  }

  @Test("can throw, and propagate errors of what they wrap")
  func throwing() throws {
    let root = try ComponentFactory.of(Failing.self).build(())
    #expect(throws: ResolutionError.self) { try root.text.get() }
  }

  // The finding was about the dependent, as if the type itself could throw.
  @Test("that throw, or whose dependencies do, are the finding where an error can't propagate")
  func throwingAlone() {
    let found = findings(of: Fragile.self)
    #expect(found.map(\.code) == [.unhandledError, .unhandledError])
    expectGolden(found.map(\.description).joined(separator: "\n"), "decorators-throwing")
  }

  @Test("without a target, or without a request of it, are errors")
  func mistakes() throws {
    let found = findings(of: Mistaken.self)
    #expect(found.map(\.code) == [.decoratorWithoutRequest, .missingBinding])
    expectGolden(found.map(\.description).joined(separator: "\n"), "decorators")
  }

  // A decorator counted as a use of what it wraps, and none was reported itself.
  @Test("are no use of what they wrap, and are reported where no request reaches them")
  func unused() throws {
    let found = allFindings(of: Idle.self)
    #expect(Set(found.map(\.code)) == [.unusedBinding])
    expectGolden(found.map(\.description).joined(separator: "\n"), "decorators-unused")
  }

  // The fix was to remove the dependency.
  @Test("are the fix for a binding that depends on itself")
  func itself() throws {
    let found = findings(of: Itself.self)
    #expect(found.first?.fix?.hasSuffix("write binder.decorate(String.self)") == true)
  }

  @Test("are in the graph: their role, and what they wrap")
  func graph() throws {
    let graph = BindingGraph(of: Wrapped<TwiceModule>.self)
    let bindings = graph.bindings(of: graph.bindings.first { $0.kind == .decorator }!.key)
    #expect(bindings.count == 4)
    #expect(bindings.filter { $0.kind == .decorator }.count == 3)
    let outermost = try #require(bindings.first { $0.order == 1 })
    #expect(graph.bindings(answering: RequestIndex(0), of: outermost).map(\.kind) == [.decorator])
    let copy = try JSONDecoder().decode(BindingGraph.self, from: JSONEncoder().encode(graph))
    #expect(copy == graph)
    #expect(copy.bindings(answering: outermost.key).map(\.id) == [outermost.id])
  }

  @Test("of contributors are merged like recorded together")
  func merged() throws {
    func recording(_ origins: [String]) -> Recording {
      Recording(of: Wrapped<RealModule>.self) { recorder in
        for origin in origins {
          let errors = recorder.attempt(from: origin) { recorder in
            Binder<Unscoped>(recorder: recorder).decorate(String.self)
              .to { (text: String) in "\(origin)(\(text))" }
          }
          #expect(errors.isEmpty)
        }
      }
    }
    let together = recording(["a", "b"])
    let merged = BindingGraph(
      merging: [recording(["a"]).graph.declarations, recording(["b"]).graph.declarations],
      ["a", "b"].enumerated().map { DeclarationMerger.Contributor(part: $0, origin: $1) })
    #expect(merged == together.graph)
    #expect(try ComponentFactory<Wrapped<RealModule>>(together).build(()).text == "b(a(real))")
  }
}

private struct Text { let text: String }

private enum Wrapped<M: Module>: RootComponent where M.Scope == Unscoped {
  static func configure(binder: Binder<Unscoped>) { binder.include(module: M.self) }
  static func configureRoot(binder bind: ReceiptBinder<Text>) -> BindingReceipt<Text> {
    bind.to(factory: Text.init)
  }
}

private enum RealModule: Module {
  static func configure(binder: UnscopedBinder) { binder.bind(String.self).to(value: "real") }
}

private enum EmptyModule: Module {
  static func configure(binder: UnscopedBinder) {}
}

private enum TwiceModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.decorate(String.self).ordered(1).to { (text: String) in "second(\(text))" }
    binder.decorate(String.self).to { (text: String) in "first(\(text))" }
    binder.decorate(String.self).ordered(-1).to { (text: String) in "late(\(text))" }
    binder.include(module: RealModule.self)
  }
}

private enum OverriddenModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.decorate(String.self).to { (text: String) in "<\(text)>" }
    binder.bind(String.self).overriding().to(value: "other")
    binder.include(module: RealModule.self)
  }
}

private enum LazyModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.include(module: RealModule.self)
    binder.decorate(String.self).to { (text: Provider<String>, again: @escaping () -> String) in
      text.get() + "+" + again()
    }
  }
}

private final class Named: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

private struct NamedPair {
  let first: Named
  let second: Named
}

private enum SharedPair: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Named.self).sharedInScope().to { Named("real") }
    binder.decorate(Named.self).to { (named: Named) in Named(named.name + "!") }
  }
  static func configureRoot(binder bind: ReceiptBinder<NamedPair>) -> BindingReceipt<NamedPair> {
    bind.to(factory: NamedPair.init)
  }
}

private enum UnsharedPair: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Named.self).to { Named("real") }
    binder.decorate(Named.self).to { (named: Named) in Named(named.name + "!") }
  }
  static func configureRoot(binder bind: ReceiptBinder<NamedPair>) -> BindingReceipt<NamedPair> {
    bind.to(factory: NamedPair.init)
  }
}

private enum Inner: Component {
  typealias Seed = Void
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Text>) -> BindingReceipt<Text> {
    bind.to(factory: Text.init)
  }
}

private struct MiddleRoot {
  let text: String
  let inner: ComponentFactory<Inner>
}

private enum Middle: Component {
  typealias Seed = Void
  static func configure(binder: Binder<Unscoped>) {
    binder.decorate(String.self).to { (text: String) in "[\(text)]" }
    binder.install(dependency: Inner.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<MiddleRoot>) -> BindingReceipt<MiddleRoot> {
    bind.to(factory: MiddleRoot.init)
  }
}

private struct OuterRoot {
  let text: String
  let middle: ComponentFactory<Middle>
}

private enum Outer: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.include(module: RealModule.self)
    binder.decorate(String.self).to { (text: String) in "(\(text))" }
    binder.install(dependency: Middle.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<OuterRoot>) -> BindingReceipt<OuterRoot> {
    bind.to(factory: OuterRoot.init)
  }
}

private enum Label: Cleanse.Tag { typealias Element = String }

private struct Names { let names: [Character] }

private enum NamesComponent: Component {
  typealias Seed = Void
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Character.self).intoCollection().to(value: "d")
  }
  static func configureRoot(binder bind: ReceiptBinder<Names>) -> BindingReceipt<Names> {
    bind.to(factory: Names.init)
  }
}

private struct CollectingRoot {
  let names: [Character]
  let label: TaggedProvider<Label>
  let child: ComponentFactory<NamesComponent>
}

private enum Collecting: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Character.self).intoCollection().to(value: "a")
    binder.bind(Character.self).intoCollection().to(value: "b")
    binder.decorate([Character].self).to { (names: [Character]) in names + ["c"] }
    binder.bind(String.self).tagged(with: Label.self).to(value: "label")
    binder.decorate(String.self).tagged(with: Label.self).to { (label: TaggedProvider<Label>) in
      label.get() + "!"
    }
    binder.install(dependency: NamesComponent.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<CollectingRoot>
  ) -> BindingReceipt<CollectingRoot> {
    bind.to(factory: CollectingRoot.init)
  }
}

private struct MaybeText { let text: String? }

private enum Maybe<M: Module>: RootComponent where M.Scope == Unscoped {
  static func configure(binder: Binder<Unscoped>) {
    binder.include(module: M.self)
    binder.declareOptional(of: String.self)
    binder.decorate(String.self).to { (text: String) in text + "!" }
  }
  static func configureRoot(binder bind: ReceiptBinder<MaybeText>) -> BindingReceipt<MaybeText> {
    bind.to(factory: MaybeText.init)
  }
}

private struct NoText: Error {}
private struct FailingRoot { let text: ThrowingProvider<String> }

private enum Failing: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(String.self).to { () throws(NoText) -> String in throw NoText() }
    binder.decorate(String.self).to { (text: String) in text + "!" }
  }
  static func configureRoot(binder bind: ReceiptBinder<FailingRoot>) -> BindingReceipt<FailingRoot>
  {
    bind.to(factory: FailingRoot.init)
  }
}

private struct FragileRoot {
  let text: Provider<String>
  let number: Provider<Int8>
}

private enum Fragile: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(String.self).to(value: "a")
    binder.decorate(String.self).to { (text: String) throws(NoText) -> String in throw NoText() }
    binder.bind(Double.self).to { () throws(NoText) -> Double in throw NoText() }
    binder.bind(Int8.self).to(value: 1)
    binder.decorate(Int8.self).to { (number: Int8, _: Double) in number }
  }
  static func configureRoot(binder bind: ReceiptBinder<FragileRoot>) -> BindingReceipt<FragileRoot>
  {
    bind.to(factory: FragileRoot.init)
  }
}

private enum Mistaken: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(String.self).to(value: "a")
    binder.decorate(String.self).to { (number: Double) in "\(number)" }
    binder.bind(Double.self).to(value: 1)
    binder.decorate(Int8.self).to { (number: Int8) in number + 1 }
  }
  static func configureRoot(binder bind: ReceiptBinder<Text>) -> BindingReceipt<Text> {
    bind.to { (text: String, number: Int8) in Text(text: text) }
  }
}

private enum IdleInside: Component {
  typealias Seed = Void
  static func configure(binder: Binder<Unscoped>) {
    binder.decorate(String.self).to { (text: String) in text + "?" }
  }
  static func configureRoot(binder bind: ReceiptBinder<Int8>) -> BindingReceipt<Int8> {
    bind.to(value: 1)
  }
}

private enum Idle: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(String.self).to(value: "used")
    binder.bind(Double.self).to(value: 1)
    binder.decorate(Double.self).to { (number: Double) in number + 1 }
    binder.decorate(Double.self).to { (number: Double) in number * 2 }
    binder.declareOptional(of: Int16.self)
    binder.decorate(Int16.self).to { (number: Int16) in number + 1 }
    binder.declareOptional(of: Int32.self)
    binder.decorate(Int32.self).to { (number: Int32) in number + 1 }
    binder.install(dependency: IdleInside.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Text>) -> BindingReceipt<Text> {
    bind.to { (text: String, number: Int32?, inside: ComponentFactory<IdleInside>) in
      Text(text: text)
    }
  }
}

private enum Itself: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(String.self).to { (text: String) in text }
  }
  static func configureRoot(binder bind: ReceiptBinder<Text>) -> BindingReceipt<Text> {
    bind.to(factory: Text.init)
  }
}
