import Cleanse
import Stand

// Must not run when the graphs are checked.
print("The main function of the till runs")

@_cdecl("kiosk_open") public func open() {}

final class Drawer {
  let coins: Coins

  init(coins: Coins) {
    self.coins = coins
  }
}

struct Coins {
  let drawer: Drawer?
}

enum Till {
  struct Component: RootComponent {
    static func configure(binder: Binder<Unscoped>) {
      binder.bind(Drawer.self).to(factory: Drawer.init)  // seeded: cleanse/dependency-cycle
      binder.bind(Coins.self).to { (drawer: Drawer) in Coins(drawer: nil) }
    }

    static func configureRoot(binder bind: ReceiptBinder<Bool>) -> BindingReceipt<Bool> {
      bind.to { (drawer: Drawer) in drawer.coins.drawer == nil }
    }
  }
}
