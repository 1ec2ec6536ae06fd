import Cleanse

/// Modules that include each other.
enum ModulesExample {
  struct Database { let name: String }
  struct Users { let database: Database }

  // guide: modules
  enum DatabaseModule: Module {
    static func configure(binder: UnscopedBinder) {
      binder.bind(Database.self).to { Database(name: "main") }
    }
  }

  enum UsersModule: Module {
    static func configure(binder: UnscopedBinder) {
      binder.include(module: DatabaseModule.self)
      binder.bind(Users.self).to(factory: Users.init)
    }
  }

  enum ServerComponent: RootComponent {
    static func configure(binder: UnscopedBinder) {
      binder.include(module: DatabaseModule.self)
      binder.include(module: UsersModule.self)
    }

    static func configureRoot(binder bind: ReceiptBinder<Server>) -> BindingReceipt<Server> {
      bind.to(factory: Server.init)
    }
  }
  // guide: end

  struct Server { let users: Users }
}
