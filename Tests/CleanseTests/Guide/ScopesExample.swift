import Cleanse

/// One instance for all dependents.
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

  final class Archive {}

  // guide: kept-by-a-provider
  struct Office { let readers: Provider<Reader>, archive: WeakProvider<Archive> }  // the root
  // guide: end

  enum OfficeComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.include(module: StoreModule.self)
      binder.bind(Archive.self).sharedInScope().to(factory: Archive.init)
    }

    static func configureRoot(binder bind: ReceiptBinder<Office>) -> BindingReceipt<Office> {
      bind.to(factory: Office.init)
    }
  }

  /// Checks the comments of the example.
  static func kept(check: (Bool) -> Void) throws {
    // guide: kept-by-a-provider
    var office: Office? = try ComponentFactory.of(OfficeComponent.self).build()
    let archive = office?.archive
    _ = archive?.get()  // makes the archive
    check(archive?.get() != nil)  // kept by the provider of readers, which don't depend on it
    office = nil
    check(archive?.get() == nil)
    // guide: end
  }
}
