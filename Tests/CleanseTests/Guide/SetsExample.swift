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

  struct Book { let page: Page }

  enum BookComponent: RootComponent {
    static func configure(binder: UnscopedBinder) { binder.include(module: PageModule.self) }

    static func configureRoot(binder bind: ReceiptBinder<Book>) -> BindingReceipt<Book> {
      bind.to(factory: Book.init)
    }
  }
}
