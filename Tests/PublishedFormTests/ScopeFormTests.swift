import Cleanse
import Testing

struct VisitScope: Scope {}

@Suite("Published forms: scopes")
struct ScopeFormTests {
  @Test("a shared object is one in each build, an unshared one is new for each request")
  func sharing() throws {
    final class Cache {}
    final class Query {}
    struct Pair {
      let cache: Cache
      let cacheAgain: Provider<Cache>
      let query: Query
      let queryAgain: Query
    }
    struct App: RootComponent {
      static func configure(binder: Binder<Singleton>) {
        binder.bind(Cache.self).sharedInScope().to(factory: Cache.init)
        binder.bind(Query.self).to(factory: Query.init)
      }
      static func configureRoot(binder bind: ReceiptBinder<Pair>) -> BindingReceipt<Pair> {
        return bind.to(factory: Pair.init)
      }
    }
    let factory = try ComponentFactory.of(App.self)
    let (one, other) = (factory.build(()), factory.build(()))
    #expect(one.cache === one.cacheAgain.get() && one.cache !== other.cache)
    #expect(one.query !== one.queryAgain)
  }

  @Test("a subcomponent has a scope and a module of its own")
  func ownScope() throws {
    final class Cart {}
    struct Visit {
      let cart: Cart
      let same: Provider<Cart>
    }
    struct Carts: Cleanse.Module {
      static func configure(binder: Binder<VisitScope>) {
        binder.bind(Cart.self).sharedInScope().to(factory: Cart.init)
      }
    }
    struct VisitComponent: Component {
      typealias Scope = VisitScope
      static func configure(binder: Binder<VisitScope>) { binder.include(module: Carts.self) }
      static func configureRoot(binder bind: ReceiptBinder<Visit>) -> BindingReceipt<Visit> {
        return bind.to(factory: Visit.init)
      }
    }
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.install(dependency: VisitComponent.self)
      }
    }
    let visits = try requested(ComponentFactory<VisitComponent>.self, of: Bindings.self)
    let (one, other) = (visits.build(()), visits.build(()))
    #expect(one.cart === one.same.get() && one.cart !== other.cart)
  }

  @Test("the names of the scopes are constraints")
  func names() {
    func isShared<S: Cleanse._ScopeBase>(_ scope: S.Type) -> Bool {
      return scope is Cleanse.Scope.Type
    }
    #expect(!isShared(Unscoped.self) && isShared(Singleton.self) && isShared(VisitScope.self))
  }
}
