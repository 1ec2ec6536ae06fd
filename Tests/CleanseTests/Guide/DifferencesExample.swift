import Cleanse

/// The differences of behaviour from the published framework.
enum DifferencesExample {
  final class Worker {}

  // guide: kept-worker
  struct Shop { let worker: Worker }

  enum ShopComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.bind(Worker.self).sharedInScope().to(factory: Worker.init)
    }

    static func configureRoot(binder bind: ReceiptBinder<Shop>) -> BindingReceipt<Shop> {
      bind.to(factory: Shop.init)  // a root without the worker would not keep it
    }
  }
  // guide: end

  static func keep() throws -> Shop {
    // guide: kept-worker
    let shop = try ComponentFactory.of(ShopComponent.self).build()  // keep the root
    // guide: end
    return shop
  }

  final class Camera {}

  // guide: weak-provider-kept
  final class Monitor {
    let camera: Camera?  // hold the object that you use

    init(camera: WeakProvider<Camera>) { self.camera = camera.get() }
  }
  // guide: end

  enum MonitorComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.bind(Camera.self).sharedInScope().to(factory: Camera.init)
    }

    static func configureRoot(binder bind: ReceiptBinder<Monitor>) -> BindingReceipt<Monitor> {
      bind.to(factory: Monitor.init)
    }
  }

  /// Whether the monitor has a camera.
  static func monitors() throws -> Bool {
    try ComponentFactory.of(MonitorComponent.self).build().camera != nil
  }

  // guide: inherited-order
  struct Page { let titles: [String] }  // of the site, then of the page; there, of the page first

  enum PageComponent: Component {
    static func configure(binder: UnscopedBinder) {
      binder.bind(String.self).intoCollection().to(value: "page")
    }

    static func configureRoot(binder bind: ReceiptBinder<Page>) -> BindingReceipt<Page> {
      bind.to(factory: Page.init)
    }
  }
  // guide: end

  struct Site { let pages: ComponentFactory<PageComponent> }

  enum SiteComponent: RootComponent {
    static func configure(binder: UnscopedBinder) {
      binder.bind(String.self).intoCollection().to(value: "site")
      binder.install(dependency: PageComponent.self)
    }

    static func configureRoot(binder bind: ReceiptBinder<Site>) -> BindingReceipt<Site> {
      bind.to(factory: Site.init)
    }
  }

  // guide: provider-cycle
  final class Parent {
    let children: Provider<Child>
    init(children: Provider<Child>) { self.children = children }
  }

  struct Child { let parent: Parent }

  enum FamilyModule: Module {
    static func configure(binder: Binder<Singleton>) {
      binder.bind(Parent.self).sharedInScope().to(factory: Parent.init)
      binder.bind(Child.self).to(factory: Child.init)
    }
  }
  // guide: end

  enum FamilyComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) { binder.include(module: FamilyModule.self) }

    static func configureRoot(binder bind: ReceiptBinder<[Child]>) -> BindingReceipt<[Child]> {
      bind.to { (child: Child) in [child] }
    }
  }

  // guide: duplicates
  enum PortComponent: RootComponent {
    static func configure(binder: UnscopedBinder) {
      binder.bind(Int.self).to(value: 80)
      binder.bind(Int.self).to(value: 8080)  // `of` throws; there, `build` stopped the program
    }

    static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
      bind.to { (port: Int) in "\(port)" }
    }
  }
  // guide: end

  static func isDuplicate() throws -> Bool {
    // guide: caught-errors
    do {
      _ = try ComponentFactory.of(PortComponent.self)
    } catch {
      return error.diagnostics.contains { $0.code == .duplicateBinding }
    }
    // guide: end
    return false
  }

  // guide: visited-root
  struct ComponentCounter: CleanseBindingPlugin {
    func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
      var rest = [root]  // there, `root.subcomponents` was the program's root component alone
      while let component = rest.popLast() {
        rest += component.subcomponents
        if component.bindings.count > 100 {
          errorReporter.report(
            "example/large-component", .warning, "\(component.name) has many bindings",
            on: component)
        }
      }
    }
  }
  // guide: end
}
