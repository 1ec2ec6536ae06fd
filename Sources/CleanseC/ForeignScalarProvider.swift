import Cleanse

/// A provider of a scalar that depends on no component instance: the C function for it is created when its
/// dependent is linked, and lives as long as the dependent.
struct ForeignScalarProvider: ForeignScalarUse {
  private let parameter: CParameter
  private let function: any ForeignFunction
  private let detached: Linker.Detached

  /// Returns the function to pass to C; nil if the provider belongs to a component instance.
  static func callback(
    for parameter: CParameter, of function: any ForeignFunction, _ target: Linker.Target,
    _ linker: Linker
  ) -> (any ForeignCallback)? {
    // If the provider type itself is bound, its linked provider has another type.
    guard !target.form.isImmediate, let scalar = ForeignScalar(parameter.key.type),
      let detached = linker.detached(target)
    else { return nil }
    var make = ForeignScalarProvider(
      parameter: parameter, function: function, detached: detached)
    return scalar.apply(&make)
  }

  func apply<Value: BitwiseCopyable & Sendable>(to type: Value.Type) -> (any ForeignCallback)? {
    // If there is no memory for a function here, the request at run time reports the error.
    guard !detached.isConstant else {
      let value = detached.value(of: type)
      return unsafe try? function.callback(
        for: parameter,
        always: { slot, _ in
          unsafe slot.storeBytes(of: value, as: type)
        })
    }
    let (provider, context) = (detached.provider(of: type), Context.detached)
    return unsafe try? function.callback(
      for: parameter,
      always: { slot, _ in
        unsafe slot.storeBytes(of: provider.get(context), as: type)
      })
  }
}

/// Creates the closure that stores a scalar whose provider can't fail.
@safe struct ForeignScalarStore: ForeignScalarUse {
  private let linked: AnyObject
  /// A stored property rather than a generic result or an optional, in which a function would be wrapped.
  private var store: ForeignProvider.Store

  /// - Parameter general: The closure to use if the linked object is not a plain provider of a scalar.
  static func store(
    for parameter: CParameter, _ linked: AnyObject, or general: @escaping ForeignProvider.Store
  ) -> ForeignProvider.Store {
    var use = unsafe ForeignScalarStore(linked: linked, store: general)
    ForeignScalar(parameter.key.type)?.apply(&use)
    return unsafe use.store
  }

  mutating func apply<Value: BitwiseCopyable & Sendable>(to type: Value.Type) {
    guard Swift.type(of: linked) == LinkedProvider<Value>.self else { return }
    let provider = LinkedProvider<Value>.of(linked)
    unsafe store = { context, slot, _ in
      unsafe slot.storeBytes(of: provider.get(context), as: type)
    }
  }
}
