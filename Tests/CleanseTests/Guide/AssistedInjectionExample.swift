import Cleanse

/// An object with dependencies from the graph and a value from its caller.
enum AssistedInjectionExample {
  final class Service {}

  // guide: assisted-injection
  struct Page {
    let customer: String
    let service: Service

    init(customer: Assisted<String>, service: Service) {
      self.customer = customer.get()
      self.service = service
    }

    enum Opening: AssistedFactory {
      typealias Seed = String
      typealias Element = Page
    }
  }

  struct CustomerList { let pages: Factory<Page.Opening> }

  enum PageModule: Module {
    static func configure(binder: UnscopedBinder) {
      binder.bind(Service.self).to(factory: Service.init)
      binder.bindFactory(Page.self).with(Page.Opening.self).to(factory: Page.init)
    }
  }
  // guide: end

  enum ListComponent: RootComponent {
    static func configure(binder: UnscopedBinder) { binder.include(module: PageModule.self) }

    static func configureRoot(
      binder bind: ReceiptBinder<CustomerList>
    ) -> BindingReceipt<CustomerList> {
      bind.to(factory: CustomerList.init)
    }
  }

  static func run() throws -> Page {
    let list = try ComponentFactory.of(ListComponent.self).build()
    // guide: assisted-injection
    let page = list.pages.build("Ann")
    // guide: end
    return page
  }
}
