import Cleanse

/// A finding with a raised severity, and a suppressed one.
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
    let factory = try ComponentFactory.of(
      ShopComponent.self, severities: [.shadowedBinding: .error])
    for finding in factory.findings {
      report("\(finding.code.rawValue): \(finding.message)")
    }
    // guide: end
    return factory
  }
}
