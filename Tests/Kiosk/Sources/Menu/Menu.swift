import Cleanse

/// Valid. Its module has a generated file.
struct MenuComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind([String].self).to(value: generatedMenu)
  }

  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (menu: [String]) in menu.count }
  }
}
