import Cleanse

/// The forms of the published framework's documentation, which compile unchanged.
enum PublishedFormsExample {
  // guide: published-forms
  struct Address: Tag { typealias Element = String }

  final class Client {
    let address: String
    init(address: TaggedProvider<Address>) { self.address = address.get() }

    struct Module: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind().tagged(with: Address.self).to(value: "https://shop.example")
        binder.bind().sharedInScope().to(factory: Client.init)
      }
    }
  }

  final class Detail {
    let number: Int
    let client: Client

    init(number: Assisted<Int>, client: Client) {
      self.number = number.get()
      self.client = client
    }

    struct AssistedFactory: Cleanse.AssistedFactory {
      typealias Seed = Int
      typealias Element = Detail
    }
  }

  final class Form {
    var address = ""
    var tabs: [String] = []
    func injectProperties(tabs: [String]) { self.tabs = tabs }
  }

  struct Session { let user: String }

  struct SessionComponent: Component {
    typealias Root = Session
    typealias Seed = String

    static func configure(binder: Binder<Unscoped>) {}

    static func configureRoot(binder bind: ReceiptBinder<Session>) -> BindingReceipt<Session> {
      return bind.to(factory: Session.init)
    }
  }

  struct Shop {
    let sessions: ComponentFactory<SessionComponent>
    let details: Factory<Detail.AssistedFactory>
    let form: PropertyInjector<Form>
    let tabs: Provider<[String]>
  }

  struct ShopComponent: RootComponent {
    typealias Root = Shop

    static func configure(binder: Binder<Singleton>) {
      binder.include(module: Client.Module.self)
      binder.install(dependency: SessionComponent.self)
      binder.bindFactory(Detail.self).with(Detail.AssistedFactory.self).to(factory: Detail.init)
      binder.bindPropertyInjectionOf(Form.self).to {
        $0.address = ($1 as TaggedProvider<Address>).get()
        $0.injectProperties(tabs: $2)
      }
      binder.bind(String.self).intoCollection().to(value: "Home")
      binder.bind(String.self).intoCollection().to(provider: Provider(value: ["News", "Help"]))
    }

    static func configureRoot(binder bind: ReceiptBinder<Shop>) -> BindingReceipt<Shop> {
      return bind.to(factory: Shop.init)
    }
  }
  // guide: end

  static func run() throws -> Shop {
    // guide: published-forms
    let factory = try ComponentFactory.of(ShopComponent.self)
    let shop = factory.build()
    // guide: end
    return shop
  }
}
