import Cleanse
import Testing

@Suite("Collections requested element by element")
struct ThrowingElementsTests {
  @Test("a failing contribution does not affect the others")
  func failing() throws {
    let app = try ComponentFactory.of(App.self).build(Tally())
    #expect(names(app.parts) == ["first", "broken", "shared", "a", "b", "broken"])
    #expect(throws: ResolutionError.self) { try app.all.get() }
    let error = #expect(throws: ResolutionError.self) { try app.parts[1].get() }
    #expect(error?.underlying is Broken)
  }

  @Test("single contributions are created on request, unshared ones each time")
  func lazily() throws {
    let tally = Tally()
    let app = try ComponentFactory.of(App.self).build(tally)
    // The elements of the contribution of several elements.
    #expect(tally.made == 2)
    let (first, second) = (try app.parts[0].get(), try app.parts[0].get())
    #expect(first !== second && tally.made == 4)
    let shared = try app.parts[2].get()
    #expect(try app.parts[2].get() === shared && tally.made == 5)
  }

  @Test("contributions of several elements are created when the collection is requested")
  func several() throws {
    let app = try ComponentFactory.of(App.self).build(Tally())
    let part = try app.parts[3].get()
    #expect(try app.parts[3].get() === part)
  }

  @Test("elements of ancestors come first, and are shared there")
  func components() throws {
    let tally = Tally()
    let app = try ComponentFactory.of(App.self).build(tally)
    let inner = app.inner.build(())
    #expect(names(inner.parts) == names(app.parts) + ["inner", "broken"])
    #expect(try inner.parts[2].get() === app.parts[2].get())
    let innermost = inner.innermost.build(()).parts
    #expect(names(innermost) == names(inner.parts) + ["innermost"])
    #expect(try innermost[2].get() === app.parts[2].get())
  }

  @Test("an override of the whole collection is provided element by element")
  func overridden() throws {
    let app = try ComponentFactory.of(App.self) { binder in
      binder.bind([Part].self).to { (tally: Tally) in
        [Part("x", tally), Part("y", tally)]
      }
    }.build(Tally())
    #expect(names(app.parts) == ["x", "y"])
    #expect(names(app.inner.build(()).parts) == ["x", "y", "inner", "broken"])
    let broken = try ComponentFactory.of(App.self) { binder in
      binder.bind([Part].self).to { () throws -> [Part] in throw Broken() }
    }.build(Tally())
    #expect(names(broken.inner.build(()).parts) == ["broken", "inner", "broken"])
  }

  @Test("a declared collection without contributions has no elements")
  func empty() throws {
    #expect(try ComponentFactory.of(EmptyApp.self).build(()).parts.isEmpty)
  }

  @Test("a tagged collection can't be requested element by element")
  func tagged() {
    #expect(findings(of: TaggedApp.self).map(\.code) == [.missingBinding])
  }

  private func names(_ parts: [ThrowingProvider<Part>]) -> [String] {
    parts.map { (try? $0.get().name) ?? "broken" }
  }
}

private struct Broken: Error {}

private final class Part: Sendable {
  let name: String
  private let member: Tally.Member
  init(_ name: String, _ tally: Tally) {
    self.name = name
    member = tally.member()
  }
}

private struct Root {
  let parts: [ThrowingProvider<Part>]
  let all: ThrowingProvider<[Part]>
  let inner: ComponentFactory<Subcomponent>
}

private enum App: RootComponent {
  typealias Seed = Tally
  static func configure(binder: Binder<Singleton>) {
    let parts = binder.bind(Part.self)
    parts.intoCollection().to { (tally: Tally) in Part("first", tally) }
    parts.intoCollection().to { () throws -> Part in throw Broken() }
    parts.intoCollection().sharedInScope().to { (tally: Tally) in Part("shared", tally) }
    parts.intoCollection().to { (tally: Tally) in [Part("a", tally), Part("b", tally)] }
    parts.intoCollection().to { () throws -> [Part] in throw Broken() }
    binder.install(dependency: Subcomponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
    bind.to(factory: Root.init)
  }
}

private struct Inner {
  let parts: [ThrowingProvider<Part>]
  let innermost: ComponentFactory<InnermostComponent>
}

private enum Subcomponent: Component {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Part.self).intoCollection().to { (tally: Tally) in Part("inner", tally) }
    binder.bind(Part.self).intoCollection().to { () throws -> Part in throw Broken() }
    binder.install(dependency: InnermostComponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Inner>) -> BindingReceipt<Inner> {
    bind.to(factory: Inner.init)
  }
}

private struct Innermost { let parts: [ThrowingProvider<Part>] }

private enum InnermostComponent: Component {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Part.self).intoCollection().to { (tally: Tally) in Part("innermost", tally) }
  }
  static func configureRoot(binder bind: ReceiptBinder<Innermost>) -> BindingReceipt<Innermost> {
    bind.to(factory: Innermost.init)
  }
}

private struct EmptyRoot { let parts: [ThrowingProvider<Part>] }

private enum EmptyApp: RootComponent {
  static func configure(binder: Binder<Unscoped>) { binder.declareCollection(of: Part.self) }
  static func configureRoot(binder bind: ReceiptBinder<EmptyRoot>) -> BindingReceipt<EmptyRoot> {
    bind.to(factory: EmptyRoot.init)
  }
}

private enum Spare: Cleanse.Tag { typealias Element = [Part] }
private struct TaggedRoot { let parts: [TaggedThrowingProvider<Spare>] }

private enum TaggedApp: RootComponent {
  typealias Seed = Tally
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Part.self).intoCollection().tagged(with: Spare.self)
      .to { (tally: Tally) in Part("spare", tally) }
  }
  static func configureRoot(binder bind: ReceiptBinder<TaggedRoot>) -> BindingReceipt<TaggedRoot> {
    bind.to(factory: TaggedRoot.init)
  }
}
