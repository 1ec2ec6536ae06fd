import Cleanse

/// A function of C that takes scalars and returns one, as most do: called without memory from the heap
/// and without counting references.
///
/// What is bound as a value is the same for all time, so it is taken when the call is linked; only the
/// other parameters are asked for at each call.
@safe final class ForeignScalarCall: @unchecked Sendable {
  // Safety: nothing changes after it has been made: scalars are only read by who makes the call.

  /// A parameter that is asked for at each call.
  private struct Asked {
    let place: Int
    let scalar: ForeignScalar
  }

  /// How many parameters there is room for on the stack.
  private static let limit = 24
  /// Where the pointers to the values are, behind the result.
  private static let pointers = 16
  /// Where the values are, eight bytes for each.
  private static let values = pointers + (limit + 1) * 8
  private static let size = values + limit * 8

  private let foreign: ForeignBinding
  private let origin: String?
  private let function: any ForeignFunction
  private let result: ForeignScalar
  private let count: Int
  /// The values that are known, eight bytes for each parameter.
  private let constants: UnsafeMutableRawPointer
  /// Where the value of each parameter is, if it is known.
  private let places: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private let asked: UnsafeMutableBufferPointer<Asked>

  /// The provider of the binding that is being linked; nothing for one that has to do with anything else.
  static func provider(
    _ foreign: ForeignBinding, _ origin: String?, _ function: any ForeignFunction, _ linker: Linker
  ) -> AnyObject? {
    var providers: [AnyObject] = []
    guard let call = ForeignScalarCall(foreign, origin, function, linker, asking: &providers)
    else { return nil }
    var make = MakeProvider(call: call, linker: linker, providers: providers)
    return call.result.apply(&make)
  }

  /// - Parameter providers: Gets what answers the parameters that are asked for at each call.
  private init?(
    _ foreign: ForeignBinding, _ origin: String?, _ function: any ForeignFunction,
    _ linker: Linker, asking providers: inout [AnyObject]
  ) {
    let signature = foreign.signature
    let scalars = signature.parameters.compactMap { parameter in
      parameter.form == .value ? ForeignScalar(parameter.key.type) : nil
    }
    guard linker.current.effect == nil, !foreign.isContribution,
      let result = ForeignScalar(signature.result.type),
      scalars.count == signature.parameters.count, scalars.count <= Self.limit
    else { return nil }
    (self.foreign, self.origin) = (foreign, origin)
    (self.function, self.result, count) = (function, result, scalars.count)
    unsafe constants = .allocate(byteCount: (count + 1) * 8, alignment: 8)
    unsafe places = .allocate(capacity: count + 1)
    unsafe places.initialize(repeating: nil, count: count + 1)
    var asked: [Asked] = []
    for (place, scalar) in scalars.enumerated() {
      let target = linker.target(ofRequest: place)
      if let detached = linker.detached(target), detached.isConstant {
        var store = unsafe StoreConstant(detached: detached, place: constants + place * 8)
        scalar.apply(&store)
        unsafe places[place] = unsafe store.place
      } else {
        asked.append(Asked(place: place, scalar: scalar))
        providers.append(linker.provider(for: target))
      }
    }
    unsafe self.asked = .allocate(capacity: asked.count)
    _ = unsafe self.asked.initialize(from: asked)
  }

  deinit {
    unsafe asked.deallocate()
    unsafe places.deallocate()
    unsafe constants.deallocate()
  }

  /// Calls a function whose parameters are all known. The result is at the beginning of the block then.
  @inline(__always)
  private func performKnown(_ block: UnsafeMutableRawPointer) {
    if let message = unsafe function.call(places, result: block) {
      foreign.end(message, from: origin)
    }
  }

  /// Calls the function; the result is at the beginning of the block then.
  private func perform(_ block: UnsafeMutableRawPointer, _ context: Context, _ links: Links) {
    let pointers = unsafe (block + Self.pointers).assumingMemoryBound(
      to: UnsafeMutableRawPointer?.self)
    unsafe pointers.update(from: places, count: count)
    var store = unsafe StoreNext(
      links: links, context: .passUnretained(context), place: block + Self.values)
    for index in unsafe asked.indices {
      let asked = unsafe asked[index]
      unsafe pointers[asked.place] = unsafe store.place
      asked.scalar.apply(&store)
    }
    if let message = unsafe function.call(pointers, result: block) {
      foreign.end(message, from: origin)
    }
  }
}

extension ForeignScalarCall {
  private struct MakeProvider: ForeignScalarUse {
    let call: ForeignScalarCall
    let linker: Linker
    let providers: [AnyObject]

    func apply<Value: BitwiseCopyable & Sendable>(to type: Value.Type) -> AnyObject {
      let call = call
      guard unsafe !call.asked.isEmpty else {
        return linker.provider(dependingOn: []) { _, _ -> Value in
          unsafe withUnsafeTemporaryAllocation(byteCount: pointers, alignment: 16) { block in
            unsafe load(block) { unsafe call.performKnown($0) }
          }
        }
      }
      return linker.provider(dependingOn: providers) { context, links -> Value in
        unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { block in
          unsafe load(block) { unsafe call.perform($0, context, links) }
        }
      }
    }
  }

  @inline(__always)
  private static func load<Value: BitwiseCopyable & Sendable>(
    _ block: UnsafeMutableRawBufferPointer, _ perform: (UnsafeMutableRawPointer) -> Void
  ) -> Value {
    guard let block = block.baseAddress else { preconditionFailure("A call without a stack") }
    unsafe perform(block)
    return unsafe ScalarCoding<Value>().load(block, isOwned: false, keeping: nil)
  }

  @safe private struct StoreConstant: ForeignScalarUse {
    let detached: Linker.Detached
    let place: UnsafeMutableRawPointer

    func apply<Value: BitwiseCopyable & Sendable>(to type: Value.Type) {
      unsafe place.storeBytes(of: detached.value(of: type), as: type)
    }
  }

  @safe private struct StoreNext: ForeignScalarUse {
    var links: Links
    /// Held by the caller; a reference here would be counted at each call.
    let context: Unmanaged<Context>
    var place: UnsafeMutableRawPointer

    @inline(__always)
    mutating func apply<Value: BitwiseCopyable & Sendable>(to type: Value.Type) {
      let value: Value = unsafe context._withUnsafeGuaranteedRef { links.value(in: $0) }
      unsafe place.storeBytes(of: value, as: type)
      unsafe place += 8
    }
  }
}
