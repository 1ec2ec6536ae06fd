import Cleanse

/// A raised severity, and a suppressed finding.
enum SeveritiesExample {
  struct Coupon {}

  // guide: suppressing
  enum ShopModule: Module {
    static func configure(binder: UnscopedBinder) {
      binder.bind(Coupon.self)
        .suppressing(.unusedBinding, because: "partner plugins request it")
        .to(factory: Coupon.init)
      binder.bind(Float.self).to(value: 0.5)
    }
  }
  // guide: end

  enum ShopComponent: RootComponent {
    static func configure(binder: UnscopedBinder) { binder.include(module: ShopModule.self) }

    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      bind.to(value: 1)
    }
  }

  static func run(_ report: @escaping (String) -> Void) throws -> ComponentFactory<ShopComponent> {
    // guide: severities
    let options = ValidationOptions(severities: [.shadowedBinding: .error]) { finding in
      report("\(finding.code.rawValue): \(finding.message)")
    }
    let factory = try ComponentFactory.of(ShopComponent.self, options: options)
    // guide: end
    return factory
  }
}
