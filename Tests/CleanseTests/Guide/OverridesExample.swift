import Cleanse

/// A binding that replaces another.
enum OverridesExample {
  struct Price { let amount: Int }

  enum ShopModule: Module {
    static func configure(binder: UnscopedBinder) {
      binder.bind(Int.self).to(value: 10)
      binder.bind(Price.self).to(factory: Price.init)
    }
  }

  struct Shop { let price: Price }

  // guide: overrides
  enum SaleModule: Module {
    static func configure(binder: UnscopedBinder) {
      binder.bind(Int.self).overriding().to(value: 7)
    }
  }
  // guide: end

  enum SaleComponent: RootComponent {
    static func configure(binder: UnscopedBinder) {
      binder.include(module: ShopModule.self)
      binder.include(module: SaleModule.self)
    }

    static func configureRoot(binder bind: ReceiptBinder<Shop>) -> BindingReceipt<Shop> {
      bind.to(factory: Shop.init)
    }
  }
}
