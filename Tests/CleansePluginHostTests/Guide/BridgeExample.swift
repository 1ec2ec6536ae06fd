import CleansePlugin

/// An application that collects the contributions of C plugins as a Swift type.
enum BridgeExample {
  // guide: bridge
  /// The key `double @thermometer.offset` in C.
  enum ThermometerOffset: Tag {
    typealias Element = Double
    static var name: String { "thermometer.offset" }
  }

  /// A `thermometer *` in C: a function table.
  struct Thermometer {
    typealias Read = @convention(c) (UnsafeMutableRawPointer?) -> Double

    /// Keeps the thermometer alive.
    let pointer: CPointer

    func degrees() -> Double? {
      // The function follows `size`, `state` and `destroy`.
      guard let read = pointer.member(at: 24, as: Read.self) else { return nil }
      let state = pointer.member(at: 8, as: UnsafeMutableRawPointer?.self) ?? nil
      return withExtendedLifetime(pointer) { read(state) }
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

// guide: table-member
extension CPointer {
  /// A member of a function table; nil if the plugin was compiled with a version of the header that did not have it.
  func member<Member>(at offset: Int, as type: Member.Type) -> Member? {
    let end = offset + MemoryLayout<Member>.size
    guard address.load(as: UInt.self) >= UInt(end) else { return nil }
    return address.load(fromByteOffset: offset, as: type)
  }
}
// guide: end
