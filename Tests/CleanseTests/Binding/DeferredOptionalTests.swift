import Cleanse
import CleanseTestSupport
import Testing

@Suite("Deferred optionals")
struct DeferredOptionalTests {
  @Test("a deferred form of an optional is nil, or has nil, without a binding")
  func absent() async throws {
    let forms = try ComponentFactory.of(Absent.self).build(())
    #expect(forms.provider.get() == nil)
    #expect(forms.function() == nil)
    #expect(forms.sendable() == nil)
    #expect(try forms.throwing.get() == nil)
    #expect(try await forms.awaited.get() == nil)
    #expect(forms.weak.get() == nil)
    #expect(forms.optional == nil)
    #expect(forms.optionalFunction == nil)
    #expect(forms.optionalThrowing == nil)
    #expect(forms.optionalAwaited == nil)
    #expect(forms.optionalWeak == nil)
  }

  @Test("with a binding, each form returns the instance, which is made on request")
  func present() async throws {
    let tally = Tally()
    let forms = try ComponentFactory.of(Present.self).build(tally)
    #expect(tally.made == 0)
    let theme = try #require(forms.provider.get())
    #expect(forms.function() === theme)
    #expect(forms.sendable() === theme)
    #expect(try forms.throwing.get() === theme)
    #expect(try await forms.awaited.get() === theme)
    #expect(forms.weak.get() == .some(.some(theme)))
    #expect(forms.optional?.get() === theme)
    #expect(forms.optionalFunction?() === theme)
    #expect(try forms.optionalThrowing?.get() === theme)
    #expect(try await forms.optionalAwaited?.get() === theme)
    #expect(forms.optionalWeak?.get() === theme)
    #expect(tally.made == 1)
  }

  @Test("an unshared instance is made for each call")
  func unshared() throws {
    let tally = Tally()
    let pair = try ComponentFactory.of(Unshared.self).build(tally)
    #expect(pair.first.get() !== pair.first.get())
    #expect(pair.second?.get() !== pair.second?.get())
    #expect(tally.made == 4)
  }

  @Test("the value of an override is provided")
  func overridden() throws {
    let other = Theme()
    let pair = try ComponentFactory.of(Unshared.self) { binder in
      binder.bind(Theme.self).to(value: other)
    }.build(Tally())
    #expect(pair.first.get() === other && pair.second?.get() === other)
  }

  @Test("a tagged provider is optional if its tag is declared")
  func tagged() throws {
    #expect(try ComponentFactory.of(Untitled.self).build(()).title == nil)
    let titled = try ComponentFactory.of(Titled.self).build(())
    #expect(titled.title?.get() == "title")
    #expect(try titled.throwing?.get() == "title")
  }

  @Test("without a declaration, the missing binding is that of the innermost type")
  func undeclared() throws {
    let found = findings(of: Undeclared.self)
    #expect(found.map(\.code) == [.missingBinding])
    let notes = found[0].notes.map(\.message)
    #expect(notes[0].hasSuffix("depends on it as a provider of an optional"))
    #expect(notes[1].hasSuffix("depends on it as an optional provider"))
    let fix = try #require(found[0].fix?.split(separator: "\n").last)
    #expect(fix.hasPrefix("or declare it if it may be nil: binder.declareOptional(of: "))
  }

  @Test("the more of the type is bound, the higher is its precedence")
  func precedence() throws {
    #expect(try ComponentFactory.of(Preferring<Whole>.self).build(())() == 1)
    #expect(try ComponentFactory.of(Preferring<Outer>.self).build(())() == 2)
    #expect(try ComponentFactory.of(Preferring<Innermost>.self).build(())() == 3)
  }

  @Test("the nearest component that binds one of the types decides")
  func components() throws {
    let root = try ComponentFactory.of(Parent.self).build(())
    #expect(root.provider.get() == nil)
    let child = root.child.build(())
    #expect(child.provider.get() == 5 && child.optional?.get() == 5)
  }

  @Test("a deferred optional breaks a cycle")
  func cycle() throws {
    let root = try ComponentFactory.of(Cyclic.self).build(())
    #expect(root.engine.panel.get()?.engine === root.engine)
    #expect(root.engine.optional?.get().engine === root.engine)
  }

  @Test("a throwing provider of an optional throws if it is called too early")
  func early() throws {
    let root = try ComponentFactory.of(Early.self).build(())
    #expect(root.error?.underlying is DeferredCallError)
  }

  @Test("an error needs a form that handles it, inside or around the optional")
  func throwing() throws {
    let found = findings(of: Failing<Unhandled>.self)
    #expect(found.map(\.code) == [.unhandledError])
    let handled = try ComponentFactory.of(Failing<Handled>.self).build(())
    #expect(throws: ResolutionError.self) { try handled.inside.get() }
    #expect(throws: ResolutionError.self) { try handled.around?.get() }
  }

  @Test("an asynchronous value is awaited inside or around the optional")
  func awaited() async throws {
    let root = try ComponentFactory.of(Asynchronous.self).build(())
    #expect(try await root.inside.get() == 7)
    #expect(try await root.around?.get() == 7)
  }

  @Test("a weak form of an optional that is not shared is an error")
  func weak() {
    #expect(findings(of: WeakUnshared.self).map(\.code) == [.weakWithoutScope, .weakWithoutScope])
  }
}

private final class Theme: Sendable {
  private let member: Tally.Member?
  init(_ tally: Tally) { member = tally.member() }
  init() { member = nil }
}

extension Theme: Equatable {
  static func == (left: Theme, right: Theme) -> Bool { left === right }
}

private struct Forms {
  let provider: Provider<Theme?>
  let function: () -> Theme?
  let sendable: @Sendable () -> Theme?
  let throwing: ThrowingProvider<Theme?>
  let awaited: AsyncProvider<Theme?>
  let weak: WeakProvider<Theme?>
  let optional: Provider<Theme>?
  let optionalFunction: (() -> Theme)?
  let optionalThrowing: ThrowingProvider<Theme>?
  let optionalAwaited: AsyncProvider<Theme>?
  let optionalWeak: WeakProvider<Theme>?
}

private enum Absent: RootComponent {
  static func configure(binder: Binder<Unscoped>) { binder.declareOptional(of: Theme.self) }
  static func configureRoot(binder bind: ReceiptBinder<Forms>) -> BindingReceipt<Forms> {
    bind.to(factory: Forms.init)
  }
}

private enum Present: RootComponent {
  typealias Seed = Tally
  static func configure(binder: Binder<Singleton>) {
    binder.declareOptional(of: Theme.self)
    binder.bind(Theme.self).sharedInScope().to { (tally: Tally) in Theme(tally) }
  }
  static func configureRoot(binder bind: ReceiptBinder<Forms>) -> BindingReceipt<Forms> {
    bind.to(factory: Forms.init)
  }
}

private struct Pair {
  let first: Provider<Theme?>
  let second: Provider<Theme>?
}

private enum Unshared: RootComponent {
  typealias Seed = Tally
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Theme.self).to { (tally: Tally) in Theme(tally) }
  }
  static func configureRoot(binder bind: ReceiptBinder<Pair>) -> BindingReceipt<Pair> {
    bind.to(factory: Pair.init)
  }
}

private enum Undeclared: RootComponent {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Pair>) -> BindingReceipt<Pair> {
    bind.to(factory: Pair.init)
  }
}

private enum Title: Cleanse.Tag { typealias Element = String }

private struct Heading {
  let title: TaggedProvider<Title>?
  let throwing: TaggedThrowingProvider<Title>?
}

private enum Untitled: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.declareOptional(of: String.self, tagged: Title.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Heading>) -> BindingReceipt<Heading> {
    bind.to(factory: Heading.init)
  }
}

private enum Titled: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.declareOptional(of: String.self, tagged: Title.self)
    binder.bind(String.self).tagged(with: Title.self).to(value: "title")
  }
  static func configureRoot(binder bind: ReceiptBinder<Heading>) -> BindingReceipt<Heading> {
    bind.to(factory: Heading.init)
  }
}

/// How much of the type `Provider<Int?>` is bound.
private protocol Part {
  static func bind(_ binder: Binder<Unscoped>)
}

private enum Innermost: Part {
  static func bind(_ binder: Binder<Unscoped>) { binder.bind(Int.self).to(value: 3) }
}

private enum Outer: Part {
  static func bind(_ binder: Binder<Unscoped>) {
    Innermost.bind(binder)
    binder.bind(Int?.self).to(value: 2)
  }
}

private enum Whole: Part {
  static func bind(_ binder: Binder<Unscoped>) {
    Outer.bind(binder)
    binder.bind(Provider<Int?>.self).to(value: Provider(value: 1))
  }
}

private enum Preferring<P: Part>: RootComponent {
  static func configure(binder: Binder<Unscoped>) { P.bind(binder) }
  static func configureRoot(
    binder bind: ReceiptBinder<() -> Int?>
  ) -> BindingReceipt<() -> Int?> {
    bind.to { (number: Provider<Int?>) in { number.get() } }
  }
}

private struct ParentRoot {
  let provider: Provider<Int?>
  let child: ComponentFactory<Child>
}

private struct ChildRoot {
  let provider: Provider<Int?>
  let optional: Provider<Int>?
}

private enum Parent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int?.self).to(value: nil)
    binder.install(dependency: Child.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<ParentRoot>) -> BindingReceipt<ParentRoot> {
    bind.to(factory: ParentRoot.init)
  }
}

private enum Child: Component {
  static func configure(binder: Binder<Unscoped>) { binder.bind(Int.self).to(value: 5) }
  static func configureRoot(binder bind: ReceiptBinder<ChildRoot>) -> BindingReceipt<ChildRoot> {
    bind.to(factory: ChildRoot.init)
  }
}

private final class Engine: Sendable {
  let panel: Provider<Panel?>
  let optional: Provider<Panel>?
  init(panel: Provider<Panel?>, optional: Provider<Panel>?) {
    (self.panel, self.optional) = (panel, optional)
  }
}

private final class Panel: Sendable {
  let engine: Engine
  init(engine: Engine) { self.engine = engine }
}

private enum Cyclic: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.declareOptional(of: Panel.self)
    binder.bind(Panel.self).sharedInScope().to(factory: Panel.init)
    binder.bind(Engine.self).sharedInScope().to(factory: Engine.init)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<EngineRoot>
  ) -> BindingReceipt<EngineRoot> {
    bind.to { (engine: Engine) in EngineRoot(engine: engine) }
  }
}

private struct EngineRoot {
  let engine: Engine
}

private final class Eager: Sendable {
  let error: ResolutionError?
  init(peer: ThrowingProvider<Peer?>) {
    do throws(ResolutionError) {
      _ = try peer.get()
      error = nil
    } catch {
      self.error = error
    }
  }
}

private final class Peer: Sendable {
  let eager: Eager
  init(eager: Eager) { self.eager = eager }
}

private enum Early: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.declareOptional(of: Peer.self)
    binder.bind(Peer.self).sharedInScope().to(factory: Peer.init)
    binder.bind(Eager.self).sharedInScope().to(factory: Eager.init)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<EarlyRoot>
  ) -> BindingReceipt<EarlyRoot> {
    bind.to { (eager: Eager) in EarlyRoot(error: eager.error) }
  }
}

private struct EarlyRoot { let error: ResolutionError? }

private struct Broken: Error {}

/// The root of a component that requests what throws.
private protocol FailingRoot {
  static func bind(_ bind: ReceiptBinder<Self>) -> BindingReceipt<Self>
}

private struct Unhandled: FailingRoot {
  let inside: Provider<Int?>
  let around: Provider<Int>?
  static func bind(_ bind: ReceiptBinder<Self>) -> BindingReceipt<Self> {
    bind.to(factory: Self.init)
  }
}

private struct Handled: FailingRoot {
  let inside: ThrowingProvider<Int?>
  let around: ThrowingProvider<Int>?
  static func bind(_ bind: ReceiptBinder<Self>) -> BindingReceipt<Self> {
    bind.to(factory: Self.init)
  }
}

private enum Failing<Root: FailingRoot>: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.declareOptional(of: Int.self)
    binder.bind(Int.self).to { () throws -> Int in throw Broken() }
  }
  static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
    Root.bind(bind)
  }
}

private struct Awaiting {
  let inside: AsyncProvider<Int?>
  let around: AsyncProvider<Int>?
}

private enum Asynchronous: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).to(asyncFactory: { () async in 7 })
  }
  static func configureRoot(binder bind: ReceiptBinder<Awaiting>) -> BindingReceipt<Awaiting> {
    bind.to(factory: Awaiting.init)
  }
}

private struct WeakRoot {
  let inside: WeakProvider<Theme?>
  let around: WeakProvider<Theme>?
}

private enum WeakUnshared: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Theme.self).to { Theme() }
  }
  static func configureRoot(binder bind: ReceiptBinder<WeakRoot>) -> BindingReceipt<WeakRoot> {
    bind.to(factory: WeakRoot.init)
  }
}
