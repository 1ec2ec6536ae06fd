import Cleanse
import Testing

// Swift Testing has a type of this name, too.
private typealias Tag = Cleanse.Tag

@Suite("Published forms: subcomponents and seeds")
struct SubcomponentFormTests {
  @Test("a factory is requested, also by a provider, and builds with the parent's objects")
  func factories() throws {
    final class Log {}
    struct Session {
      let user: String
      let log: Log
    }
    struct SessionComponent: Component {
      typealias Root = Session
      typealias Seed = String
      static func configure(binder: Binder<Unscoped>) {}
      static func configureRoot(binder bind: ReceiptBinder<Session>) -> BindingReceipt<Session> {
        return bind.to(factory: Session.init)
      }
    }
    final class Shop {
      let log: Log
      let sessions: ComponentFactory<SessionComponent>
      init(log: Log, sessions: Provider<ComponentFactory<SessionComponent>>) {
        self.log = log
        self.sessions = sessions.get()
      }
    }
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind().sharedInScope().to(factory: Log.init)
        binder.install(dependency: SessionComponent.self)
        binder.bind().to(factory: Shop.init)
      }
    }
    let shop = try requested(Shop.self, of: Bindings.self)
    let session = shop.sessions.build("Ann")
    #expect(session.user == "Ann" && session.log === shop.log)
  }

  @Test("a seed is a tagged provider or a provider, built from the value or from itself")
  func providerSeeds() throws {
    struct UserID: Tag { typealias Element = String }
    struct Tagged: Component {
      typealias Seed = TaggedProvider<UserID>
      static func configure(binder: UnscopedBinder) {}
      static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
        return bind.to { (id: TaggedProvider<UserID>) in id.get().count }
      }
    }
    struct Start {
      let tagged: ComponentFactory<Tagged>
      let exact: Double
    }
    struct App: RootComponent {
      typealias Seed = Provider<Double>
      static func configure(binder: UnscopedBinder) { binder.install(dependency: Tagged.self) }
      static func configureRoot(binder bind: ReceiptBinder<Start>) -> BindingReceipt<Start> {
        return bind.to(factory: Start.init)
      }
    }
    let root = try ComponentFactory.of(App.self).build(2.5)
    #expect(root.exact == 2.5 && root.tagged.build("Ann") == 3)
    #expect(root.tagged.build(TaggedProvider(value: "Otto")) == 4)
  }

  @Test("subcomponents are nested, and are reached through providers")
  func nested() throws {
    struct Inner: Component {
      static func configure(binder: UnscopedBinder) { binder.bind(String.self).to(value: "deep") }
      static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
        return bind.to { (text: String) in text.count }
      }
    }
    struct Middle: Component {
      static func configure(binder: UnscopedBinder) { binder.install(dependency: Inner.self) }
      static func configureRoot(binder bind: ReceiptBinder<Double>) -> BindingReceipt<Double> {
        return bind.to { (inner: ComponentFactory<Inner>) in Double(inner.build(())) }
      }
    }
    struct Holder { let middle: ComponentFactory<Middle> }
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.install(dependency: Middle.self)
        binder.bind().to(factory: Holder.init)
      }
    }
    let holder = try requested(Provider<Holder>.self, of: Bindings.self)
    #expect(holder.get().middle.build(()) == 4)
  }
}
