import Cleanse

/// A type that configures its own binding, in a component that is generic over a module.
enum ReceiptsExample {
  struct Desk { let report: Report }

  // guide: receipts
  struct Report {
    let author: String

    static func configure(binder bind: ReceiptBinder<Report>) -> BindingReceipt<Report> {
      bind.to(factory: Report.init)
    }
  }

  enum AuthorModule: Module {
    static func configure(binder: UnscopedBinder) {
      binder.bind(String.self).to(value: "Ann")
    }
  }

  enum ReportComponent<Source: Module>: RootComponent where Source.Scope == Unscoped {
    static func configure(binder: UnscopedBinder) {
      binder.include(module: Source.self)
      binder.bind(Report.self).configured(with: Report.configure)
    }

    static func configureRoot(binder bind: ReceiptBinder<Desk>) -> BindingReceipt<Desk> {
      bind.to(factory: Desk.init)
    }
  }
  // guide: end

  static func run() throws -> Desk {
    // guide: receipts
    let desk = try ComponentFactory.of(ReportComponent<AuthorModule>.self).build()
    // guide: end
    return desk
  }
}
