import Cleanse

/// A provider of a scalar that has to do with no component instance: the function that C gets for it is
/// made when its user is linked, and lives as long as that.
struct ForeignScalarProvider: ForeignScalarUse {
  private let parameter: CParameter
  private let function: any ForeignFunction
  private let detached: Linker.Detached

  /// The function that C gets; nothing where it belongs to a component instance.
  static func callback(
    for parameter: CParameter, of function: any ForeignFunction, _ target: Linker.Target,
    _ linker: Linker
  ) -> (any ForeignCallback)? {
    // Who bound the provider itself has something else linked.
    guard target.form != .instance, let scalar = ForeignScalar(parameter.key.type),
      let detached = linker.detached(target)
    else { return nil }
    var make = ForeignScalarProvider(
      parameter: parameter, function: function, detached: detached)
    return scalar.apply(&make)
  }

  func apply<Value: BitwiseCopyable & Sendable>(to type: Value.Type) -> (any ForeignCallback)? {
    // Where there is no memory for a function, whoever asks for one at run time is told.
    guard !detached.isConstant else {
      let value = detached.value(of: type)
      return unsafe try? function.callback(
        for: parameter,
        always: { place, _ in
          unsafe place.storeBytes(of: value, as: type)
        })
    }
    let (provider, context) = (detached.provider(of: type), Context.detached)
    return unsafe try? function.callback(
      for: parameter,
      always: { place, _ in
        unsafe place.storeBytes(of: provider.get(context), as: type)
      })
  }
}

/// Makes what stores a scalar that nothing can go wrong with.
@safe struct ForeignScalarStore: ForeignScalarUse {
  private let linked: AnyObject
  /// Neither a result nor an optional: a function is wrapped where its type is that of a generic value.
  private var store: ForeignProvider.Store

  /// - Parameter general: What is taken where something else is linked than a plain provider of a scalar.
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
    unsafe store = { context, place, _ in
      unsafe place.storeBytes(of: provider.get(context), as: type)
    }
  }
}
