import Cleanse

/// An object that the framework does not create.
enum PropertyInjectionExample {
  // guide: property-injection
  final class Screen {
    var title = ""

    func injectProperties(title: String) {
      self.title = title
    }
  }

  enum ScreenComponent: RootComponent {
    static func configure(binder: UnscopedBinder) {
      binder.bind(String.self).to(value: "Welcome")
      binder.bindPropertyInjectionOf(Screen.self).to(injector: Screen.injectProperties)
    }

    static func configureRoot(
      binder bind: ReceiptBinder<ScreenLoader>
    ) -> BindingReceipt<ScreenLoader> {
      bind.to(factory: ScreenLoader.init)
    }
  }

  struct ScreenLoader { let injector: PropertyInjector<Screen> }
  // guide: end

  static func run() throws -> Screen {
    let loader = try ComponentFactory.of(ScreenComponent.self).build()
    // guide: property-injection
    let screen = Screen()
    loader.injector.injectProperties(into: screen)
    // guide: end
    return screen
  }

  // guide: property-injection-root
  enum InjectorComponent: RootComponent {
    static func configure(binder: UnscopedBinder) {
      binder.bind(String.self).to(value: "Welcome")
    }

    static func configureRoot(
      binder bind: ReceiptBinder<PropertyInjector<Screen>>
    ) -> BindingReceipt<PropertyInjector<Screen>> {
      bind.propertyInjector(configuredWith: { $0.to(injector: Screen.injectProperties) })
    }
  }
  // guide: end
}
