import Cleanse
import Testing

@Suite("Inherited collections")
struct InheritedCollectionTests {
  @Test("contributions are added from the root component down, plain and tagged")
  func order() throws {
    let root = try ComponentFactory.of(ParentComponent.self).build(())
    #expect(root.pages.get().map(\.text) == ["outer", "outer shared"])
    #expect(root.tagged.get().map(\.text) == ["tagged"])
    let middle = root.middle.build(())
    #expect(middle.pages.get().map(\.text) == ["outer", "outer shared", "a", "b"])
    #expect(middle.tagged.get().map(\.text) == ["tagged", "tagged middle"])
    let inner = middle.inner.build(())
    #expect(inner.pages.get().map(\.text) == ["outer", "outer shared", "a", "b", "inner"])
    #expect(inner.tagged.get().map(\.text) == ["tagged", "tagged middle", "tagged inner"])
  }

  @Test("a contribution is shared in its own component")
  func scopes() throws {
    let root = try ComponentFactory.of(ParentComponent.self).build(())
    let (one, other) = (root.middle.build(()), root.middle.build(()))
    let (first, second) = (one.pages.get(), one.pages.get())
    #expect(first[0] !== second[0])
    #expect(first[1] === second[1] && first[1] === other.pages.get()[1])
    #expect(first[2] === second[2] && first[2] !== other.pages.get()[2])
    #expect(one.tagged.get()[0] === root.tagged.get()[0])
    #expect(one.tagged.get()[1] === one.tagged.get()[1])
    #expect(one.tagged.get()[1] !== other.tagged.get()[1])
    #expect(one.inner.build(()).pages.get()[2] === first[2])
  }
}

private final class Page {
  let text: String
  init(_ text: String) { self.text = text }
}

private enum Marked: Cleanse.Tag { typealias Element = [Page] }

private struct Outer {
  let pages: Provider<[Page]>
  let tagged: TaggedProvider<Marked>
  let middle: ComponentFactory<MiddleComponent>
}

private enum ParentComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Page.self).intoCollection().to { Page("outer") }
    binder.bind(Page.self).intoCollection().sharedInScope().to { Page("outer shared") }
    binder.bind(Page.self).intoCollection().tagged(with: Marked.self).sharedInScope()
      .to { Page("tagged") }
    binder.install(dependency: MiddleComponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Outer>) -> BindingReceipt<Outer> {
    bind.to(factory: Outer.init)
  }
}

private struct MiddleScope: Scope {}

private struct Middle {
  let pages: Provider<[Page]>
  let tagged: TaggedProvider<Marked>
  let inner: ComponentFactory<Subcomponent>
}

private enum MiddleComponent: Component {
  static func configure(binder: Binder<MiddleScope>) {
    binder.bind(Page.self).intoCollection().sharedInScope().to { [Page("a"), Page("b")] }
    binder.bind(Page.self).intoCollection().tagged(with: Marked.self).sharedInScope()
      .to { Page("tagged middle") }
    binder.install(dependency: Subcomponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Middle>) -> BindingReceipt<Middle> {
    bind.to(factory: Middle.init)
  }
}

private struct Inner {
  let pages: Provider<[Page]>
  let tagged: TaggedProvider<Marked>
}

private enum Subcomponent: Component {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Page.self).intoCollection().to { Page("inner") }
    binder.bind(Page.self).intoCollection().tagged(with: Marked.self).to { Page("tagged inner") }
  }
  static func configureRoot(binder bind: ReceiptBinder<Inner>) -> BindingReceipt<Inner> {
    bind.to(factory: Inner.init)
  }
}
