import CleansePlugin

/// The component with the dependencies of the plugin's functions and the providers of their results.
enum CallsComponent: RootComponent {
  struct Root {
    let area: TaggedProvider<Area>
    let mixed: TaggedProvider<Mixed>
    let areaOfMade: TaggedProvider<AreaOfMade>
    let total: TaggedThrowingProvider<Total>
    let totalOfMade: TaggedThrowingProvider<TotalOfMade>
    let totalOfShared: TaggedThrowingProvider<TotalOfShared>
    let shared: TaggedProvider<Shared>
    let sharedInSwift: TaggedProvider<SharedInSwift>
    let label: TaggedThrowingProvider<Label>
    let labelInSwift: TaggedThrowingProvider<LabelInSwift>
  }

  /// The number of times that a function calls its provider.
  static let count: Int64 = 1_000

  static func configure(binder: Binder<Singleton>) {
    binder.bind(Double.self).tagged(with: Width.self).to(value: 3)
    binder.bind(Double.self).tagged(with: Height.self).to(value: 4)
    binder.bind(Int64.self).tagged(with: Count.self).to(value: count)
    binder.bind(Bool.self).tagged(with: Named.Bool.self).to(value: true)
    binder.bind(Int8.self).tagged(with: Named.Int8.self).to(value: 1)
    binder.bind(Int16.self).tagged(with: Named.Int16.self).to(value: 1)
    binder.bind(Int32.self).tagged(with: Named.Int32.self).to(value: 1)
    binder.bind(Int64.self).tagged(with: Named.Int64.self).to(value: 1)
    binder.bind(UInt8.self).tagged(with: Named.UInt8.self).to(value: 1)
    binder.bind(UInt16.self).tagged(with: Named.UInt16.self).to(value: 1)
    binder.bind(UInt32.self).tagged(with: Named.UInt32.self).to(value: 1)
    binder.bind(UInt64.self).tagged(with: Named.UInt64.self).to(value: 1)
    binder.bind(Float.self).tagged(with: Named.Float.self).to(value: 1)
    binder.bind(Double.self).tagged(with: Made.self).to(factory: { 3 })
    binder.bind(Double.self).tagged(with: SharedInSwift.self).sharedInScope().to(factory: { 1 })
    // Throwing, as a string from C is; and not a literal, whose copies are not reference-counted.
    binder.bind(String.self).tagged(with: LabelInSwift.self).sharedInScope()
      .to(factory: { () throws(CBridgeError) in
        String(decoding: Array("a shared text of some length".utf8), as: UTF8.self)
      })
  }

  static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
    bind.to(factory: Root.init)
  }
}

/// The component with the measurement that a plugin binds.
enum SignaturesComponent: RootComponent {
  struct Root {
    let time: TaggedProvider<Registration>
  }

  static func configure(binder: UnscopedBinder) {
    binder.bind(Double.self).tagged(with: Width.self).to(value: 3)
    binder.bind(Double.self).tagged(with: Height.self).to(value: 4)
  }

  static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
    bind.to(factory: Root.init)
  }
}
