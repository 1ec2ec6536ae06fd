import Cleanse
import Shelf
import Stand

@_cdecl("kiosk_open") public func open() {}

@main
struct Scale {
  static func main() {
    print("The main function of the scale runs")
  }
}

/// Valid. Its root comes from a dynamic library.
class ScaleComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Shelf.self).to(value: Shelf(boards: 3))
  }

  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (shelf: Shelf) in shelf.boards }
  }
}
