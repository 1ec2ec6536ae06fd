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

  // guide: weak-provider-first
  struct Tray { let window: WeakProvider<Window> }  // the root, which holds no window
  // guide: end

  enum TrayComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) { binder.include(module: WindowModule.self) }

    static func configureRoot(binder bind: ReceiptBinder<Tray>) -> BindingReceipt<Tray> {
      bind.to(factory: Tray.init)
    }
  }

  /// Checks the comments of the example.
  static func first(check: (Bool) -> Void) throws {
    // guide: weak-provider-first
    let tray = try ComponentFactory.of(TrayComponent.self).build()
    var window = tray.window.get()  // makes the window
    check(window != nil && tray.window.get() === window)
    window = nil
    check(tray.window.get() == nil)  // the window was deinitialised
    // guide: end
  }

  struct Desktop { let window: Window }

  enum DesktopComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) { binder.include(module: WindowModule.self) }

    static func configureRoot(binder bind: ReceiptBinder<Desktop>) -> BindingReceipt<Desktop> {
      bind.to(factory: Desktop.init)
    }
  }
}
