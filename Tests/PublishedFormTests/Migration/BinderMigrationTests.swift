import CleanseMigration
import Testing

@Suite("Published forms with the migration module: binders and steps")
struct BinderMigrationTests {
  final class Page {
    var title = ""
  }

  @Test("the target of a property injection is inferred")
  func inferredTarget() throws {
    struct Bindings: CleanseMigration.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind(String.self).to(value: "title")
        binder.bindPropertyInjectionOf().to { (target: Page, title: String) in
          target.title = title
        }
      }
    }
    let page = Page()
    try requested(PropertyInjector<Page>.self, of: Bindings.self).injectProperties(into: page)
    #expect(page.title == "title")
  }

  @Test("a module is declared as scoped, and a binder names its scope")
  func scopedModule() throws {
    struct Bindings: ScopedModule {
      static func configure(binder: Binder<Singleton>) {
        binder.bindShared()
      }
    }
    let pages = try requested([Provider<Page>].self, of: Bindings.self)
    #expect(pages[0].get() === pages[1].get())
    #expect(Binder<Singleton>.Scope.self == Singleton.self)
  }

  @Test("a function and an extension serve all binders")
  func allBinders() throws {
    struct Title: CleanseMigration.Module {
      static func configure(binder: UnscopedBinder) { binder.bindTitle() }
    }
    struct Bindings: CleanseMigration.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bindPages()
        includeTitle(in: binder)
        count(in: binder)
      }
      static func includeTitle<B: BinderBase>(in binder: B) { binder.include(module: Title.self) }
      static func count<B: BinderType>(in binder: B) where B.Scope: CleanseMigration.Scope {
        binder.bind().sharedInScope().to { (pages: [Page], title: String) in
          return pages.count + title.count
        }
      }
    }
    #expect(try requested(Int.self, of: Bindings.self) == 6)
  }

  private func scope<C: ComponentBase>(of component: C.Type) -> _ScopeBase.Type { C.Scope.self }

  @Test("a root component is installed as a subcomponent, also one that is a subcomponent, too")
  func rootAsSubcomponent() throws {
    struct Inner: RootComponent {
      typealias Root = Double
      typealias Seed = Int
      static func configure(binder: UnscopedBinder) {}
      static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
        return bind.to { (number: Int) in Double(number) }
      }
    }
    struct Both: RootComponent, Component {
      typealias Root = String
      static func configure(binder: UnscopedBinder) {}
      static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
        return bind.to(value: "both")
      }
    }
    struct Start {
      let inner: ComponentFactory<Inner>
      let both: ComponentFactory<Both>
    }
    struct Bindings: CleanseMigration.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.install(dependency: Inner.self)
        binder.install(dependency: Both.self)
        binder.bind().to(factory: Start.init)
      }
    }
    let start = try requested(Start.self, of: Bindings.self)
    #expect(start.inner.build(4) == 4 && start.both.build(()) == "both")
    #expect(
      try ComponentFactory.of(Inner.self).build(5) == 5 && scope(of: Inner.self) == Unscoped.self)
  }

  @Test("a factory without a seed needs no `with`")
  func emptySeed() throws {
    struct Ticket { let number: Int }
    struct Poster {}
    struct Desk {
      let tickets: Factory<EmptySeed<Ticket>>
      let posters: Factory<EmptySeed<Poster>>
    }
    struct Bindings: CleanseMigration.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind(Int.self).to(value: 9)
        binder.bindFactory(Ticket.self).to { (_: Assisted<Void>, number: Int) in
          return Ticket(number: number)
        }
        binder.bindFactory(Poster.self).to(factory: Poster.init)
        binder.bind().to(factory: Desk.init)
      }
    }
    let desk = try requested(Desk.self, of: Bindings.self)
    #expect(desk.tickets.build(()).number == 9)
    _ = desk.posters.build()
  }
}

extension Binder where Scope: Cleanse.Scope {
  fileprivate func bindShared() {
    bind(BinderMigrationTests.Page.self).sharedInScope().to(factory: BinderMigrationTests.Page.init)
    bind([Provider<BinderMigrationTests.Page>].self).to {
      (page: Provider<BinderMigrationTests.Page>) in
      [page, page]
    }
  }
}

extension BinderBase {
  fileprivate func bindTitle() { self.bind(String.self).to(value: "title") }
  fileprivate func bindPages() {
    bind(BinderMigrationTests.Page.self).intoCollection().to { BinderMigrationTests.Page() }
  }
}
