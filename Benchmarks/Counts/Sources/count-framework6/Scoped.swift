import Cleanse

/// A shared instance as a class.
final class Service: Sendable {
  init() {}
}

/// A shared instance as a value.
struct Settings: Sendable {
  let width: Int
  let height: Int
  init() {
    width = 1
    height = 2
  }
}

struct ScopedRoot: Sendable {
  let service: Provider<Service>
  let settings: Provider<Settings>
}

enum ScopedComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Service.self).sharedInScope().to(factory: Service.init)
    binder.bind(Settings.self).sharedInScope().to(factory: Settings.init)
  }

  static func configureRoot(binder bind: ReceiptBinder<ScopedRoot>) -> BindingReceipt<ScopedRoot> {
    bind.to(factory: ScopedRoot.init)
  }
}
