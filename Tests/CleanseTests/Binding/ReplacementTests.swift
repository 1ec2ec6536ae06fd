import Cleanse
import CleanseTestSupport
import Testing

@Suite("Replacements in a test")
struct ReplacementTests {
  // A new fake was made for each requester.
  @Test("an override without a scope of its own is shared like what it replaces")
  func scope() throws {
    let app = try ComponentFactory.of(App.self) { binder in
      binder.bind(Net.self).to { Net("fake") }
    }.build(())
    #expect(app.first.name == "fake")
    #expect(app.first === app.second)
    let marked = try ComponentFactory.of(Marked.self).build(())
    #expect(marked.first.name == "marked")
    #expect(marked.first === marked.second)
  }

  @Test("an override of what is not shared is not shared")
  func unshared() throws {
    let app = try ComponentFactory.of(Unshared.self) { binder in
      binder.bind(Net.self).to { Net("fake") }
    }.build(())
    #expect(app.first !== app.second)
  }

  // It was an error, whose fix did not help.
  @Test("a replacement of what only a subcomponent binds is made there")
  func subcomponent() throws {
    let factory = try ComponentFactory.of(Shop.self) { binder in
      binder.bind(Cart.self).to { (seed: Int) in Cart(99 + seed) }
    }
    #expect(factory.findings.map(\.code) == [])
    let sessions = factory.build(()).sessions
    let session = sessions.build(1)
    #expect(session.cart.number == 100)
    #expect(session.cart === session.again)
    #expect(sessions.build(2).cart.number == 101)
  }

  // They were errors: only what a subcomponent binds was replaced, not what it declares.
  @Test(
    "a replacement of an optional or an empty collection that a subcomponent declares is made there"
  )
  func declaredInSubcomponent() throws {
    let factory = try ComponentFactory.of(Catalogue.self) { binder in
      binder.bind(Spare.self).to { (seed: Int) in Spare(number: 90 + seed) }
      binder.bind([Int8].self).to(value: [5])
    }
    #expect(factory.findings.map(\.code) == [])
    let page = factory.build(()).pages.build(1)
    #expect(page.spare?.number == 91)
    #expect(page.sizes == [5])
    let original = try ComponentFactory.of(Catalogue.self).build(()).pages.build(1)
    #expect(original.spare == nil)
    #expect(original.sizes == [])
  }

  // The binding of a subcomponent's subcomponent was replaced, and the optional that it shadows was not.
  @Test("an optional of a subcomponent is replaced together with the bindings of its descendants")
  func declaredAndBound() throws {
    let shelf = try ComponentFactory.of(Library.self) { binder in
      binder.bind(Spare.self).to { Spare(number: 7) }
    }.build(()).shelves.build(())
    #expect(shelf.spare?.number == 7)
    #expect(shelf.boxes.build(()).number == 7)
  }

  @Test("a replacement that is shared is shared in the subcomponent")
  func sharedInSubcomponent() throws {
    let sessions = try ComponentFactory.of(ScopedShop.self) { binder in
      binder.bind(Net.self).sharedInScope().to { Net("fake") }
    }.build(()).sessions
    let (first, second) = (sessions.build(1), sessions.build(1))
    #expect(first.net === first.again)
    #expect(first.net !== second.net)
  }

  @Test("a module of replacements may replace in both, and bring helpers")
  func module() throws {
    let factory = try ComponentFactory.of(Shop.self) { binder in
      binder.include(module: FakeCartModule.self)
    }
    #expect(factory.findings.map(\.code) == [])
    #expect(factory.build(()).sessions.build(1).cart.number == 7)
  }

  // A replacement that was marked as an override was weaker than an override of the application.
  @Test("a replacement has precedence over every override of the application, whatever its own is")
  func precedences() throws {
    func name(_ overriding: (Binder<Unscoped>) -> Void) throws -> String {
      try ComponentFactory.of(Overridden.self, overriding: overriding).build(()).name
    }
    #expect(try name { _ in } == "app")
    #expect(try name { $0.bind(Net.self).overriding().to { Net("test") } } == "test")
    #expect(try name { $0.bind(Net.self).overriding(-3).to { Net("test") } } == "test")
    #expect(try name { $0.override(with: FakeNet.self) } == "fake")
    #expect(try name { $0.override(with: FakeNet.self, precedence: 2) } == "fake")
    #expect(try name { $0.include(module: OverridingNet.self) } == "marked")
    #expect(try name { $0.include(module: NestedNet.self) } == "fake")
    #expect(try name { $0.include(module: AppNet.self) } == "module")
    #expect(
      try name {
        $0.bind(Net.self).to { Net("plain") }
        $0.bind(Net.self).overriding(1).to { Net("first") }
        $0.bind(Net.self).overriding(2).to { Net("second") }
      } == "second")
  }

  // Only what the root component binds was replaced.
  @Test("a module that overrides replaces what only a subcomponent binds, too")
  func overridingModule() throws {
    let factory = try ComponentFactory.of(Shop.self) { $0.override(with: FakeCartModule.self) }
    #expect(factory.findings.map(\.code) == [])
    #expect(factory.build(()).sessions.build(1).cart.number == 7)
  }

  // The finding had a second one next to it: that the binding of the subcomponent shadows the decorator.
  @Test("a decorator of what only a subcomponent binds is one error")
  func decorator() {
    let found = allFindings(of: Shop.self) { binder in
      binder.decorate(Cart.self).to { (cart: Cart) in cart }
    }
    #expect(found.map(\.code) == [.missingBinding])
  }

  // The fix was the statement that had been written.
  @Test("a module that the application includes as well replaces nothing")
  func included() {
    let found = allFindings(of: Overridden.self) { $0.include(module: Helpers.self) }
    #expect(found.map(\.code) == [.overrideWithoutTarget])
    #expect(found.first?.fix?.hasPrefix("remove it") == true)
  }

  @Test("a replacement of a type without a binding is still an error")
  func needless() {
    let found = allFindings(of: Shop.self) { binder in binder.bind(Int8.self).to(value: 1) }
    #expect(found.filter { $0.severity == .error }.map(\.code) == [.overrideWithoutTarget])
  }
}

private final class Net: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

private struct Pair {
  let first: Net
  let second: Net
}

private enum App: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Net.self).sharedInScope().to { Net("real") }
  }
  static func configureRoot(binder bind: ReceiptBinder<Pair>) -> BindingReceipt<Pair> {
    bind.to(factory: Pair.init)
  }
}

private enum Marked: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Net.self).overriding().to { Net("marked") }
    binder.bind(Net.self).sharedInScope().to { Net("real") }
  }
  static func configureRoot(binder bind: ReceiptBinder<Pair>) -> BindingReceipt<Pair> {
    bind.to(factory: Pair.init)
  }
}

private enum Unshared: RootComponent {
  static func configure(binder: Binder<Singleton>) { binder.bind(Net.self).to { Net("real") } }
  static func configureRoot(binder bind: ReceiptBinder<Pair>) -> BindingReceipt<Pair> {
    bind.to(factory: Pair.init)
  }
}

private enum Overridden: RootComponent {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Net.self).to { Net("real") }
    binder.bind(Net.self).overriding(.max).to { Net("app") }
    binder.include(module: AppNet.self)
    binder.include(module: Helpers.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<NameRoot>) -> BindingReceipt<NameRoot> {
    bind.to { (held: NetHolder) in NameRoot(name: held.net.name) }
  }
}

private enum FakeNet: Module {
  static func configure(binder: UnscopedBinder) { binder.bind(Net.self).to { Net("fake") } }
}

private enum OverridingNet: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Net.self).overriding(1).to { Net("marked") }
  }
}

private enum NestedNet: Module {
  static func configure(binder: UnscopedBinder) { binder.override(with: FakeNet.self) }
}

private enum AppNet: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Net.self).overriding(3).to { Net("module") }
  }
}

private enum Helpers: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(NetHolder.self).to(factory: NetHolder.init)
  }
}

private struct NetHolder { let net: Net }
private struct NameRoot { let name: String }

private final class Cart: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private struct SessionRoot {
  let cart: Cart
  let again: Cart
}

private enum SessionScope: Scope {}

private enum Session: Component {
  typealias Seed = Int
  static func configure(binder: Binder<SessionScope>) {
    binder.bind(Cart.self).sharedInScope().to { (seed: Int) in Cart(seed) }
  }
  static func configureRoot(binder bind: ReceiptBinder<SessionRoot>) -> BindingReceipt<SessionRoot>
  {
    bind.to(factory: SessionRoot.init)
  }
}

private struct ShopRoot { let sessions: ComponentFactory<Session> }

private enum Shop: RootComponent {
  static func configure(binder: Binder<Unscoped>) { binder.install(dependency: Session.self) }
  static func configureRoot(binder bind: ReceiptBinder<ShopRoot>) -> BindingReceipt<ShopRoot> {
    bind.to(factory: ShopRoot.init)
  }
}

private struct Spare { let number: Int }

private enum FakeCartModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Spare.self).to { Spare(number: 7) }
    binder.bind(Cart.self).to { (spare: Spare) in Cart(spare.number) }
  }
}

private struct NetSession {
  let net: Net
  let again: Net
}

private enum ScopedSession: Component {
  typealias Seed = Int
  static func configure(binder: Binder<SessionScope>) { binder.bind(Net.self).to { Net("real") } }
  static func configureRoot(binder bind: ReceiptBinder<NetSession>) -> BindingReceipt<NetSession> {
    bind.to { (net: Net, again: Net, seed: Int) in NetSession(net: net, again: again) }
  }
}

private struct ScopedShopRoot { let sessions: ComponentFactory<ScopedSession> }

private enum ScopedShop: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.install(dependency: ScopedSession.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<ScopedShopRoot>
  ) -> BindingReceipt<ScopedShopRoot> {
    bind.to(factory: ScopedShopRoot.init)
  }
}

private struct CataloguePage {
  let spare: Spare?
  let sizes: [Int8]
}

private enum PageComponent: Component {
  typealias Seed = Int
  static func configure(binder: UnscopedBinder) {
    binder.declareOptional(of: Spare.self)
    binder.declareCollection(of: Int8.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<CataloguePage>
  ) -> BindingReceipt<CataloguePage> {
    bind.to { (spare: Spare?, sizes: [Int8], seed: Int) in CataloguePage(spare: spare, sizes: sizes)
    }
  }
}

private struct CatalogueRoot { let pages: ComponentFactory<PageComponent> }

private enum Catalogue: RootComponent {
  static func configure(binder: UnscopedBinder) { binder.install(dependency: PageComponent.self) }
  static func configureRoot(
    binder bind: ReceiptBinder<CatalogueRoot>
  ) -> BindingReceipt<CatalogueRoot> {
    bind.to(factory: CatalogueRoot.init)
  }
}

private enum Box: Component {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Spare.self).to { Spare(number: 1) }
  }
  static func configureRoot(binder bind: ReceiptBinder<BoxRoot>) -> BindingReceipt<BoxRoot> {
    bind.to { (spare: Spare) in BoxRoot(number: spare.number) }
  }
}

private struct BoxRoot { let number: Int }

private struct ShelfRoot {
  let spare: Spare?
  let boxes: ComponentFactory<Box>
}

private enum Shelf: Component {
  static func configure(binder: UnscopedBinder) {
    binder.declareOptional(of: Spare.self)
    binder.install(dependency: Box.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<ShelfRoot>) -> BindingReceipt<ShelfRoot> {
    bind.to(factory: ShelfRoot.init)
  }
}

private struct LibraryRoot { let shelves: ComponentFactory<Shelf> }

private enum Library: RootComponent {
  static func configure(binder: UnscopedBinder) { binder.install(dependency: Shelf.self) }
  static func configureRoot(
    binder bind: ReceiptBinder<LibraryRoot>
  ) -> BindingReceipt<LibraryRoot> {
    bind.to(factory: LibraryRoot.init)
  }
}
