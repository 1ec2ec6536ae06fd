import Cleanse

/// Collections other than arrays, and values that can be absent.
enum SetsExample {
  // guide: sets
  struct Site {
    let languages: Set<String>
    let pages: [String: Int]
  }

  enum SiteModule: Module {
    static func configure(binder: UnscopedBinder) {
      binder.bind(String.self).intoSet().to(value: "en")
      binder.bind(String.self).intoSet().to(value: "de")
      binder.bind(Int.self).intoDictionary(key: "home").to(value: 1)
      binder.bind(Int.self).intoDictionary(key: "news").to(value: 2)
      binder.bind(Int.self).intoDictionary().to { ["about": 3, "legal": 4] }
    }
  }
  // guide: end

  enum SiteComponent: RootComponent {
    static func configure(binder: UnscopedBinder) { binder.include(module: SiteModule.self) }

    static func configureRoot(binder bind: ReceiptBinder<Site>) -> BindingReceipt<Site> {
      bind.to(factory: Site.init)
    }
  }

  // guide: entry-providers
  struct Router {
    let pages: [String: Provider<Int>]  // of the dictionary [String: Int]

    func open(_ name: String) -> Int? { pages[name]?.get() }  // makes one value
  }
  // guide: end

  enum RouterComponent: RootComponent {
    static func configure(binder: UnscopedBinder) { binder.include(module: SiteModule.self) }

    static func configureRoot(binder bind: ReceiptBinder<Router>) -> BindingReceipt<Router> {
      bind.to(factory: Router.init)
    }
  }

  // guide: optionals
  struct Theme { let color: String }
  struct Page { let theme: Theme? }

  enum PageModule: Module {
    static func configure(binder: UnscopedBinder) {
      binder.declareOptional(of: Theme.self)
      binder.bind(Page.self).to(factory: Page.init)
    }
  }
  // guide: end

  // guide: deferred-optionals
  struct Painter {
    let theme: Provider<Theme>?  // nil without a binding
    let current: Provider<Theme?>  // get() returns nil without a binding

    var color: String { theme?.get().color ?? "black" }
  }
  // guide: end

  enum PainterComponent: RootComponent {
    static func configure(binder: UnscopedBinder) {
      binder.declareOptional(of: Theme.self)
    }

    static func configureRoot(binder bind: ReceiptBinder<Painter>) -> BindingReceipt<Painter> {
      bind.to(factory: Painter.init)
    }
  }

  struct Book { let page: Page }

  enum BookComponent: RootComponent {
    static func configure(binder: UnscopedBinder) { binder.include(module: PageModule.self) }

    static func configureRoot(binder bind: ReceiptBinder<Book>) -> BindingReceipt<Book> {
      bind.to(factory: Book.init)
    }
  }
}
