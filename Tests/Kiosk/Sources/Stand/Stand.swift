import Cleanse

public final class Magazine {
  public let title: String

  public init(title: String) {
    self.title = title
  }
}

/// Private, and used by no code.
private enum StandComponent: RootComponent {
  typealias Root = Magazine

  static func configure(binder: Binder<Singleton>) {
    binder.bind(Int.self).to(value: 3)  // seeded: cleanse/unused-binding
  }

  static func configureRoot(binder bind: ReceiptBinder<Magazine>) -> BindingReceipt<Magazine> {
    return bind.to(factory: Magazine.init)  // seeded: cleanse/missing-binding
  }
}
