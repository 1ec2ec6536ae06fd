import Cleanse

#if canImport(Glibc)
  import Glibc
#endif

enum HotModule: Module {
  static func configure(binder: Binder<Unscoped>) {
    let temperatures: [Int] = []
    print("configure prints")
    let highest = temperatures[binder.highest]  // seeded: cleanse/configure-crashed
    binder.bind(Int.self).to(value: highest)
  }
}

extension Binder {
  fileprivate var highest: Int { 1 }
}

/// Stops the program.
struct HotComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.include(module: HotModule.self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(value: 3)
  }
}

/// Ends the program without an error.
struct LeavingComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    exit(0)
  }

  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(value: 3)
  }
}

/// Waits without using the processor.
struct SleepingComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    while true { sleep(1) }
  }

  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(value: 3)
  }
}

/// Never returns.
struct SlowComponent: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    while true {}  // seeded: cleanse/configure-timeout
  }

  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(value: 3)
  }
}

/// Not checked.
struct GenericComponent<Value: Sendable>: RootComponent {
  static func configure(binder: Binder<Unscoped>) {}

  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to { (value: Value) in 3 }
  }
}
