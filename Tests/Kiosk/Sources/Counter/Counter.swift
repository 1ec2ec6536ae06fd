import CCounter
import Cleanse

/// Valid. Its module imports C++.
struct CounterComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    var counter = kiosk.Counter()
    binder.bind(Int32.self).to(value: counter.next())
  }

  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (number: Int32) in "\(number)" }
  }
}
