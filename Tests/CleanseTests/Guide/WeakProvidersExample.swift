import Cleanse

/// Two objects that refer to each other.
enum WeakProvidersExample {
  // guide: weak-providers
  final class Window {
    let menu: Menu
    init(menu: Menu) { self.menu = menu }
  }

  final class Menu {
    let window: WeakProvider<Window>
    init(window: WeakProvider<Window>) { self.window = window }
  }

  enum WindowModule: Module {
    static func configure(binder: Binder<Singleton>) {
      binder.bind(Window.self).sharedInScope().to(factory: Window.init)
      binder.bind(Menu.self).to(factory: Menu.init)
    }
  }
  // guide: end

  struct Desktop { let window: Window }

  enum DesktopComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) { binder.include(module: WindowModule.self) }

    static func configureRoot(binder bind: ReceiptBinder<Desktop>) -> BindingReceipt<Desktop> {
      bind.to(factory: Desktop.init)
    }
  }
}
