import CleansePlugin

/// An application that converts what C plugins contribute to a Swift type.
enum BridgeExample {
  // guide: bridge
  /// What C calls `double @thermometer.offset`.
  enum ThermometerOffset: Tag {
    typealias Element = Double
    static var name: String? { "thermometer.offset" }
  }

  /// What C calls `thermometer *`: a table of functions.
  struct Thermometer {
    typealias Read = @convention(c) (UnsafeMutableRawPointer) -> Double

    /// Keeps the thermometer alive.
    let pointer: CPointer

    func degrees() -> Double {
      // Behind the size of the table.
      let read = pointer.address.load(fromByteOffset: 8, as: Read.self)
      return withExtendedLifetime(pointer) { read(pointer.address) }
    }
  }

  enum ThermometerBridge: CBridge {
    static let cName = "thermometer"

    static func value(of pointer: CPointer) -> Thermometer { Thermometer(pointer: pointer) }
    static func pointer(to thermometer: Thermometer) -> CPointer { thermometer.pointer }
  }

  struct Station { let thermometers: [Thermometer] }

  enum StationComponent: RootComponent, ThrowingComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.bridge(ThermometerBridge.self)
      binder.bind(Double.self).tagged(with: ThermometerOffset.self).to(value: 0.5)
      binder.declareCollection(of: Thermometer.self)
    }

    static func configureRoot(binder bind: ReceiptBinder<Station>) -> BindingReceipt<Station> {
      bind.to(factory: Station.init)
    }
  }
  // guide: end
}
