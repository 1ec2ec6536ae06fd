import CleanseTestSupport
import Cleanse
import Testing

@Suite("Subcomponents")
struct SubcomponentTests {
  @Test("a subcomponent sees its ancestors' bindings, and shares their shared instances")
  func ancestors() throws {
    let app = try ComponentFactory.of(AppComponent.self).build(())
    let ann = app.sessions.build(User(name: "Ann"))
    let bob = app.sessions.build(User(name: "Bob"))
    #expect(ann.user.name == "Ann" && bob.user.name == "Bob")
    #expect(ann.log === app.log && bob.log === app.log)
    #expect(ann.cart.get() === ann.cart.get())
    #expect(ann.cart.get() !== bob.cart.get())
    #expect(ann.label.get() == "shop")
  }

  @Test("a subcomponent is reached through several levels")
  func levels() throws {
    let app = try ComponentFactory.of(AppComponent.self).build(())
    let session = app.sessions.build(User(name: "Ann"))
    let order = session.orders.build(())
    #expect(order.cart === session.cart.get())
    #expect(order.log === app.log)
    #expect(order.user.name == "Ann")
  }

  @Test("a subcomponent adds to its ancestors' collections, which come first")
  func collections() throws {
    let app = try ComponentFactory.of(AppComponent.self).build(())
    #expect(app.rules == ["outer"])
    #expect(app.sessions.build(User(name: "Ann")).rules == ["outer", "inner"])
  }

  @Test("a subcomponent keeps its dependencies alive, and nothing outlives the last of them")
  func lifetime() throws {
    weak var log: Log?
    var session: Session?
    do {
      let app = try ComponentFactory.of(AppComponent.self).build(())
      log = app.log
      session = app.sessions.build(User(name: "Ann"))
    }
    #expect(log != nil)
    let cart = session?.cart.get()
    #expect(cart != nil)
    session = nil
    #expect(cart?.log === log)
    weak let lastCart = cart
    #expect(lastCart != nil)
    withExtendedLifetime(cart) {}
  }

  @Test("a subcomponent is released with everything that it holds")
  func released() throws {
    weak var log: Log?
    weak var cart: Cart?
    do {
      let app = try ComponentFactory.of(AppComponent.self).build(())
      let session = app.sessions.build(User(name: "Ann"))
      log = app.log
      cart = session.cart.get()
      _ = session.orders.build(())
      #expect(log != nil && cart != nil)
    }
    #expect(cart == nil)
    #expect(log == nil)
  }

  @Test("the factory of a subcomponent breaks a cycle")
  func cycle() throws {
    #expect(findings(of: CycleOuter.self).isEmpty)
    #expect(try ComponentFactory.of(CycleOuter.self).build(()) == 1)
  }

  @Test("a component can't request what its subcomponent binds")
  func ancestorRequest() throws {
    let found = findings(of: Nosy.self)
    #expect(found.map(\.code) == [.missingBinding])
  }

  @Test("a component within itself is reported")
  func cycleOfComponents() throws {
    let found = findings(of: RecursiveOuter.self)
    #expect(found.map(\.code).contains(.componentCycle))
    expectGolden(
      found.filter { $0.code == .componentCycle }.map(\.description).joined(separator: "\n"),
      "component-cycle")
  }

  @Test("a finding in a subcomponent rejects the whole graph")
  func subcomponentFinding() throws {
    let found = findings(of: BrokenInside.self)
    #expect(Set(found.map(\.code)) == [.missingBinding, .duplicateBinding, .configurationError])
    #expect(throws: ValidationError.self) {
      _ = try ComponentFactory.of(BrokenInside.self, validate: false)
    }
  }

  @Test("validators see subcomponents as a tree")
  func graph() throws {
    let graph = BindingGraph(of: AppComponent.self)
    #expect(graph.components.map(\.parent) == [nil, 0, 1])
    #expect(
      graph.components.map(\.name) == [
        "CleanseTests.AppComponent", "CleanseTests.SessionComponent",
        "CleanseTests.OrderComponent",
      ])
  }
}

private struct User { let name: String }
private final class Log {}
private enum Label: Cleanse.Tag { typealias Element = String }

private final class Cart {
  let log: Log
  /// A shared instance that keeps a factory of a subcomponent of its own component.
  let orders: Provider<Log>
  init(log: Log, orders: Provider<Log>) {
    self.log = log
    self.orders = orders
  }
}

private struct AppRoot {
  let log: Log
  let sessions: ComponentFactory<SessionComponent>
  let rules: [String]
}

private struct Session {
  let user: User
  let log: Log
  let cart: Provider<Cart>
  let label: TaggedProvider<Label>
  let rules: [String]
  let orders: ComponentFactory<OrderComponent>
}

private struct Order {
  let cart: Cart
  let log: Log
  let user: User
}

private enum AppComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Log.self).sharedInScope().to(factory: Log.init)
    binder.bind(String.self).tagged(with: Label.self).to(value: "shop")
    binder.bind(String.self).intoCollection().to(value: "outer")
    binder.install(dependency: SessionComponent.self)
    binder.install(dependency: SessionComponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<AppRoot>) -> BindingReceipt<AppRoot> {
    bind.to(factory: AppRoot.init)
  }
}

private struct SessionScope: Scope {}

private enum SessionComponent: Component {
  typealias Seed = User
  static func configure(binder: Binder<SessionScope>) {
    binder.bind(Cart.self).sharedInScope().to(factory: Cart.init)
    binder.bind(String.self).intoCollection().to(value: "inner")
    binder.install(dependency: OrderComponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Session>) -> BindingReceipt<Session> {
    bind.to(factory: Session.init)
  }
}

private enum OrderComponent: Component {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Order>) -> BindingReceipt<Order> {
    bind.to(factory: Order.init)
  }
}

private final class Chicken {
  init(factory: ComponentFactory<CycleInner>) {}
}

private enum CycleInner: Component {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<UInt8>) -> BindingReceipt<UInt8> {
    bind.to { (chicken: Chicken) in 1 }
  }
}

private enum CycleOuter: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.install(dependency: CycleInner.self)
    binder.bind(Chicken.self).to(factory: Chicken.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (chicken: Chicken) in 1 }
  }
}

private enum Nosy: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Log.self).to(factory: Log.init)
    binder.bind(String.self).tagged(with: Label.self).to(value: "shop")
    binder.install(dependency: SessionComponent.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (cart: Cart) in 1 }
  }
}

private enum RecursiveInner: Component {
  static func configure(binder: Binder<Unscoped>) {
    binder.install(dependency: RecursiveInner.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt8>) -> BindingReceipt<UInt8> {
    bind.to(value: 1)
  }
}

private enum RecursiveOuter: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.install(dependency: RecursiveInner.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(value: 1)
  }
}

private enum BadInner: Component {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int8.self).to(value: 1)
    binder.bind(Int8.self).to(value: 2)
    binder.addError("not today")
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt8>) -> BindingReceipt<UInt8> {
    bind.to { (log: Log, number: Int8) in 1 }
  }
}

private enum BrokenInside: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.install(dependency: BadInner.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (inner: ComponentFactory<BadInner>) in 1 }
  }
}
