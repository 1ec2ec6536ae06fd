import Cleanse

/// One instance for all requesters.
enum ScopesExample {
  final class Connection {}
  struct Reader { let connection: Connection }
  struct Writer { let connection: Connection }

  struct Store {
    let reader: Reader
    let writer: Writer
  }

  // guide: scopes
  enum StoreModule: Module {
    static func configure(binder: Binder<Singleton>) {
      binder.bind(Connection.self).sharedInScope().to(factory: Connection.init)
      binder.bind(Reader.self).to(factory: Reader.init)
      binder.bind(Writer.self).to(factory: Writer.init)
    }
  }

  enum StoreComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.include(module: StoreModule.self)
    }

    static func configureRoot(binder bind: ReceiptBinder<Store>) -> BindingReceipt<Store> {
      bind.to(factory: Store.init)
    }
  }
  // guide: end
}
