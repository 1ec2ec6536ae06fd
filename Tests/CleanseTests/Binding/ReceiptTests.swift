import Cleanse
import Testing

@Suite("Receipts")
struct ReceiptTests {
  @Test("a type's static method can complete a binding, also a tagged or shared one")
  func configured() throws {
    let root = try ComponentFactory.of(PlainComponent.self).build(())
    #expect(root.page.text == "text" && root.page !== root.other)
    #expect(root.tagged.get() === root.tagged.get())
  }

  @Test("a contribution can be configured as one element or as a whole collection")
  func collections() throws {
    let book = try ComponentFactory.of(CollectionComponent.self).build(())
    let (first, second) = (book.pages.get(), book.pages.get())
    #expect(first.map(\.text) == ["text", "a", "b", "text"])
    #expect(first[0] !== second[0] && first[3] === second[3])
    #expect(book.entries.mapValues(\.text) == ["one": "text"])
  }

  @Test("a factory that throws or is asynchronous can configure one element")
  func effects() async throws {
    let pages = try await ComponentFactory.of(EffectComponent.self).build(())
    #expect(pages.all.map(\.text) == ["thrown", "awaited"])
  }

  @Test("a root and a property injector are configured in the same way")
  func rootsAndInjectors() throws {
    let injector = try ComponentFactory.of(InjectorComponent.self).build(())
    let target = Target()
    injector.injectProperties(into: target)
    #expect(target.text == "text")
    #expect(try ComponentFactory.of(PageComponent.self).build(()).text == "text")
  }

  @Test("a configured binding is located at the line that completes it")
  func location() throws {
    let graph = BindingGraph(of: PlainComponent.self)
    let page = graph.bindings.first { $0.key.typeName == "CleanseTests.Page" }
    #expect(page?.location?.file == "CleanseTests/ReceiptTests.swift")
    #expect(page?.requests.map(\.key.typeName) == ["String"])
  }

  @Test("a root component and a subcomponent can be generic over a module")
  func generic() throws {
    #expect(try ComponentFactory.of(Generic<OneModule>.self).build(()).inner.build(()) == 1)
    #expect(try ComponentFactory.of(Generic<TwoModule>.self).build(()).inner.build(()) == 2)
    #expect(findings(of: Generic<EmptyModule>.self).map(\.code) == [.missingBinding])
  }
}

private final class Page {
  let text: String
  init(text: String) { self.text = text }

  static func configure(bind: ReceiptBinder<Page>) -> BindingReceipt<Page> {
    bind.to(factory: Page.init)
  }

  static func configureAll(bind: ReceiptBinder<[Page]>) -> BindingReceipt<[Page]> {
    bind.to { [Page(text: "a"), Page(text: "b")] }
  }
}

private enum Front: Cleanse.Tag { typealias Element = Page }

private struct Pages {
  let page: Page
  let other: Page
  let tagged: TaggedProvider<Front>
}

private enum TextModule: Module {
  static func configure(binder: UnscopedBinder) { binder.bind(String.self).to(value: "text") }
}

private enum PlainComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: TextModule.self)
    binder.bind(Page.self).configured(with: Page.configure)
    binder.bind(Page.self).tagged(with: Front.self).sharedInScope()
      .configured(with: Page.configure)
  }
  static func configureRoot(binder bind: ReceiptBinder<Pages>) -> BindingReceipt<Pages> {
    bind.to(factory: Pages.init)
  }
}

private struct Book {
  let pages: Provider<[Page]>
  let entries: [String: Page]
}

private enum CollectionComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: TextModule.self)
    binder.bind(Page.self).intoCollection().configured(with: Page.configure)
    binder.bind(Page.self).intoCollection().configured(with: Page.configureAll)
    binder.bind(Page.self).intoCollection().sharedInScope()
      .configured { (bind: ReceiptBinder<Page>) in bind.to(factory: Page.init) }
    binder.bind(Page.self).intoDictionary(key: "one").configured(with: Page.configure)
  }
  static func configureRoot(binder bind: ReceiptBinder<Book>) -> BindingReceipt<Book> {
    bind.to(factory: Book.init)
  }
}

private struct PageList { let all: [Page] }

private enum EffectComponent: RootComponent, AsyncComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Page.self).intoCollection().configured { (bind: ReceiptBinder<Page>) in
      bind.to { () throws in Page(text: "thrown") }
    }
    binder.bind(Page.self).intoCollection().sharedInScope()
      .configured { (bind: ReceiptBinder<Page>) in
        bind.to(asyncFactory: { Page(text: "awaited") })
      }
  }
  static func configureRoot(binder bind: ReceiptBinder<PageList>) -> BindingReceipt<PageList> {
    bind.to(factory: PageList.init)
  }
}

private final class Target {
  var text = ""

  static func configure(
    bind: PropertyInjectionReceiptBinder<Target>
  ) -> BindingReceipt<PropertyInjector<Target>> {
    bind.to { (target: Target, text: String) in target.text = text }
  }
}

private enum InjectorComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.include(module: TextModule.self)
    binder.bindPropertyInjectionOf(Page.self).configured { bind in bind.to { (page: Page) in } }
  }
  static func configureRoot(
    binder bind: ReceiptBinder<PropertyInjector<Target>>
  ) -> BindingReceipt<PropertyInjector<Target>> {
    bind.propertyInjector(configuredWith: Target.configure)
  }
}

private enum PageComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) { binder.include(module: TextModule.self) }
  static func configureRoot(binder bind: ReceiptBinder<Page>) -> BindingReceipt<Page> {
    bind.configured(with: Page.configure)
  }
}

private enum OneModule: Module {
  static func configure(binder: UnscopedBinder) { binder.bind(Int.self).to(value: 1) }
}

private enum TwoModule: Module {
  static func configure(binder: UnscopedBinder) { binder.bind(Int.self).to(value: 2) }
}

private enum EmptyModule: Module {
  static func configure(binder: UnscopedBinder) {}
}

private struct Generic<M: Module>: RootComponent where M.Scope == Unscoped {
  static func configure(binder: Binder<Unscoped>) {
    binder.install(dependency: GenericInner<M>.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<GenericRoot<M>>
  ) -> BindingReceipt<GenericRoot<M>> {
    bind.to(factory: GenericRoot.init)
  }
}

private struct GenericRoot<M: Module> where M.Scope == Unscoped {
  let inner: ComponentFactory<GenericInner<M>>
}

private struct GenericInner<M: Module>: Component where M.Scope == Unscoped {
  static func configure(binder: Binder<Unscoped>) { binder.include(module: M.self) }
  static func configureRoot(binder bind: ReceiptBinder<Int64>) -> BindingReceipt<Int64> {
    bind.to { (number: Int) in Int64(number) }
  }
}
