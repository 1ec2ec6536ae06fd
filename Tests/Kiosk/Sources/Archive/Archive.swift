import CZlib
import Cleanse

/// Valid. Its module calls a system library.
struct ArchiveComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(UInt.self).to(value: UInt(zlibCompileFlags()))
  }

  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (flags: UInt) in String(cString: zlibVersion()) + "\(flags)" }
  }
}
