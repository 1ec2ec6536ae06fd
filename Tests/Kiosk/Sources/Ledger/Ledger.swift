import Cleanse

struct Balance: Sendable { let amount: Int }

/// A binding is missing.
enum MissingComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {}

  static func configureRoot(binder bind: ReceiptBinder<Balance>) -> BindingReceipt<Balance> {
    bind.to(factory: Balance.init)  // seeded: cleanse/missing-binding
  }
}

/// A type has two bindings.
enum DuplicateComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).to(value: 1)  // seeded: cleanse/duplicate-binding
    binder.bind(Int.self).to(value: 2)
  }

  static func configureRoot(binder bind: ReceiptBinder<Balance>) -> BindingReceipt<Balance> {
    bind.to(factory: Balance.init)
  }
}

/// A value depends on itself.
enum CyclicComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self)
      .to { (balance: Balance) in balance.amount }  // seeded: cleanse/dependency-cycle
  }

  static func configureRoot(binder bind: ReceiptBinder<Balance>) -> BindingReceipt<Balance> {
    bind.to(factory: Balance.init)
  }
}

/// A subcomponent has the scope of its parent.
enum NestedComponent: RootComponent {
  enum Page: Component {
    static func configure(binder: Binder<Singleton>) {}

    static func configureRoot(binder bind: ReceiptBinder<Bool>) -> BindingReceipt<Bool> {
      bind.to(value: true)
    }
  }

  static func configure(binder: Binder<Singleton>) {
    binder.install(dependency: Page.self)  // seeded: cleanse/scope-nesting
  }

  static func configureRoot(binder bind: ReceiptBinder<Balance>) -> BindingReceipt<Balance> {
    bind.to { (pages: ComponentFactory<Page>) in Balance(amount: 1) }
  }
}

/// A factory throws, and its dependent does not expect that.
enum UnhandledComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).to { () throws in 1 }
  }

  static func configureRoot(binder bind: ReceiptBinder<Balance>) -> BindingReceipt<Balance> {
    bind.to(factory: Balance.init)  // seeded: cleanse/unhandled-error
  }
}

/// An override replaces nothing.
enum OverridingComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).overriding().to(value: 1)  // seeded: cleanse/override-without-target
  }

  static func configureRoot(binder bind: ReceiptBinder<Balance>) -> BindingReceipt<Balance> {
    bind.to(factory: Balance.init)
  }
}

/// The graph is valid, and a factory throws when the program starts.
enum BankruptComponent: RootComponent, ThrowingComponent {
  struct Bankruptcy: Error {}

  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).to { () throws -> Int in throw Bankruptcy() }
  }

  static func configureRoot(binder bind: ReceiptBinder<Balance>) -> BindingReceipt<Balance> {
    bind.to(factory: Balance.init)
  }
}
