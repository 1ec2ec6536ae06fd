import Cleanse

/// The smallest graph.
enum ComponentExample {
  // guide: component
  protocol Engine { var power: Int { get } }
  struct Diesel: Engine { let power = 90 }

  struct Car {
    let engine: any Engine
    let plate: String
  }

  enum CarComponent: RootComponent {
    static func configure(binder: UnscopedBinder) {
      binder.bind((any Engine).self).to(factory: Diesel.init)
      binder.bind(String.self).to(value: "CL 1")
    }

    static func configureRoot(binder bind: ReceiptBinder<Car>) -> BindingReceipt<Car> {
      bind.to(factory: Car.init)
    }
  }
  // guide: end

  static func run() throws -> Car {
    // guide: component
    let factory = try ComponentFactory.of(CarComponent.self)
    let car = factory.build()
    // guide: end
    return car
  }
}
