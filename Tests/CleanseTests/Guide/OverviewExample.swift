import Cleanse

/// A graph at a glance.
enum OverviewExample {
  // guide: overview
  struct Greeter {
    let greeting: String
    func greet(_ name: String) -> String { "\(greeting), \(name)!" }
  }

  enum GreeterComponent: RootComponent {
    static func configure(binder: UnscopedBinder) {
      binder.bind(String.self).to(value: "Hello")
    }

    static func configureRoot(binder bind: ReceiptBinder<Greeter>) -> BindingReceipt<Greeter> {
      bind.to(factory: Greeter.init)
    }
  }
  // guide: end

  static func run() throws -> Greeter {
    // guide: overview
    let greeter = try ComponentFactory.of(GreeterComponent.self).build()
    // guide: end
    return greeter
  }
}
