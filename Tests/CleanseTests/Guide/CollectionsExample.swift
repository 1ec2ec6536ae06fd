import Cleanse

/// Many contributions to one collection.
enum CollectionsExample {
  // guide: collections
  protocol Rule { func allows(_ text: String) -> Bool }
  struct NotEmpty: Rule { func allows(_ text: String) -> Bool { !text.isEmpty } }
  struct Short: Rule { func allows(_ text: String) -> Bool { text.count < 20 } }

  struct Checker { let rules: [any Rule] }

  enum RulesModule: Module {
    static func configure(binder: UnscopedBinder) {
      binder.declareCollection(of: (any Rule).self)
      binder.bind((any Rule).self).intoCollection().to(factory: NotEmpty.init)
      binder.bind((any Rule).self).intoCollection().to { [Short(), Short()] }
    }
  }
  // guide: end

  enum CheckerComponent: RootComponent {
    static func configure(binder: UnscopedBinder) { binder.include(module: RulesModule.self) }

    static func configureRoot(binder bind: ReceiptBinder<Checker>) -> BindingReceipt<Checker> {
      bind.to(factory: Checker.init)
    }
  }

  enum EmptyComponent: RootComponent {
    static func configure(binder: UnscopedBinder) {
      binder.declareCollection(of: (any Rule).self)
    }

    static func configureRoot(binder bind: ReceiptBinder<Checker>) -> BindingReceipt<Checker> {
      bind.to(factory: Checker.init)
    }
  }

  // guide: element-providers
  struct Menu {
    let rules: [Provider<any Rule>]  // of the collection [any Rule]

    func first() -> (any Rule)? { rules.first?.get() }  // makes one rule
  }
  // guide: end

  enum MenuComponent: RootComponent {
    static func configure(binder: UnscopedBinder) { binder.include(module: RulesModule.self) }

    static func configureRoot(binder bind: ReceiptBinder<Menu>) -> BindingReceipt<Menu> {
      bind.to(factory: Menu.init)
    }
  }

  // guide: throwing-elements
  struct Feed {
    let sources: [ThrowingProvider<Source>]  // of the collection [Source]

    var headlines: [String] {
      sources.compactMap { try? $0.get().headline }  // without those that fail
    }
  }
  // guide: end

  struct Source {
    struct Offline: Error {}
    let headline: String
  }

  enum FeedComponent: RootComponent {
    static func configure(binder: UnscopedBinder) {
      binder.bind(Source.self).intoCollection().to { Source(headline: "Rain") }
      binder.bind(Source.self).intoCollection().to { () throws -> Source in
        throw Source.Offline()
      }
    }

    static func configureRoot(binder bind: ReceiptBinder<Feed>) -> BindingReceipt<Feed> {
      bind.to(factory: Feed.init)
    }
  }
}
