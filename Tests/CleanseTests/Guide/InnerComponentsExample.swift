import Cleanse

/// A graph inside of a graph.
enum InnerComponentsExample {
  final class Log {}
  final class Cart {}

  // guide: inner-components
  struct SessionScope: Scope {}

  struct Session {
    let user: String  // the seed
    let log: Log  // from the component around
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

  static func run() throws -> (Session, Session) {
    // guide: inner-components
    let shop = try ComponentFactory.of(ShopComponent.self).build(())
    let ann = shop.sessions.build("Ann")
    let bob = shop.sessions.build("Bob")
    // guide: end
    return (ann, bob)
  }
}
