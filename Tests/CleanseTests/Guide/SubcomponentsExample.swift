import Cleanse

/// A graph within a graph.
enum SubcomponentsExample {
  final class Log {}
  final class Cart {}

  // guide: subcomponents
  struct SessionScope: Scope {}

  struct Session {
    let user: String  // the seed
    let log: Log  // from the parent component
    let cart: Cart  // one for each session
  }

  enum SessionComponent: Component {
    typealias Seed = String

    static func configure(binder: Binder<SessionScope>) {
      binder.bind(Cart.self).sharedInScope().to(factory: Cart.init)
    }

    static func configureRoot(binder bind: ReceiptBinder<Session>) -> BindingReceipt<Session> {
      bind.to(factory: Session.init)
    }
  }

  struct Shop { let sessions: ComponentFactory<SessionComponent> }

  enum ShopComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.bind(Log.self).sharedInScope().to(factory: Log.init)
      binder.install(dependency: SessionComponent.self)
    }

    static func configureRoot(binder bind: ReceiptBinder<Shop>) -> BindingReceipt<Shop> {
      bind.to(factory: Shop.init)
    }
  }
  // guide: end

  struct Discount {
    let user: String
    let cart: Cart
  }

  // guide: extensions
  enum DiscountModule: Module {
    static func configure(binder: Binder<SessionScope>) {
      // From the subcomponent: its seed, and the cart of the session.
      binder.bind(Discount.self).intoCollection().to { (user: String, cart: Cart) in
        Discount(user: user, cart: cart)
      }
    }
  }

  enum SaleModule: Module {
    static func configure(binder: UnscopedBinder) {
      binder.include(module: DiscountModule.self, inSubcomponentsOf: SessionScope.self)
    }
  }
  // guide: end

  /// The replacement for a module of the published framework that binds an object as a value.
  // guide: object-of-a-session
  enum SessionModule: Module {
    static func configure(binder: Binder<SessionScope>) {
      // binder.bind(Cart.self).to(value: Cart()) is one cart for all sessions
      binder.bind(Cart.self).sharedInScope().to(factory: Cart.init)
    }
  }
  // guide: end

  enum CartComponent: Component {
    static func configure(binder: Binder<SessionScope>) {
      binder.include(module: SessionModule.self)
    }

    static func configureRoot(binder bind: ReceiptBinder<[Cart]>) -> BindingReceipt<[Cart]> {
      bind.to { (cart: Cart, same: Cart) in [cart, same] }
    }
  }

  enum CartsComponent: RootComponent {
    typealias Root = [ComponentFactory<CartComponent>]

    static func configure(binder: UnscopedBinder) {
      binder.install(dependency: CartComponent.self)
    }

    static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
      bind.to { (carts: ComponentFactory<CartComponent>) in [carts] }
    }
  }

  static func run() throws -> (Session, Session) {
    // guide: subcomponents
    let shop = try ComponentFactory.of(ShopComponent.self).build()
    let ann = shop.sessions.build("Ann")
    let bob = shop.sessions.build("Bob")
    // guide: end
    return (ann, bob)
  }
}
