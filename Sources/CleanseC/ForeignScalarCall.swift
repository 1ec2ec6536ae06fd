import Cleanse

/// A C function that takes scalars and returns one, as most do: called without heap allocation and without
/// reference counting.
///
/// A parameter that is bound to a value is constant, so it is resolved when the call is linked; only the
/// other parameters are requested at each call.
@safe final class ForeignScalarCall: @unchecked Sendable {
  // Safety: immutable after initialization; a call only reads the scalars.

  /// A parameter that is requested at each call.
  private struct Requested {
    let index: Int
    let scalar: ForeignScalar
  }

  /// The maximum number of parameters that are passed on the stack.
  private static let limit = 24
  /// The offset of the pointers to the values, after the result, in bytes.
  private static let pointers = 16
  /// The offset of the values, eight bytes each.
  private static let values = pointers + (limit + 1) * 8
  private static let size = values + limit * 8

  private let foreign: ForeignBinding
  private let origin: String?
  private let function: any ForeignFunction
  private let direct: DirectCall?
  private let result: ForeignScalar
  private let count: Int
  /// The constant values, eight bytes for each parameter.
  private let constants: UnsafeMutableRawPointer
  /// The address of the constant value of each parameter; nil for one that is requested at each call.
  private let addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private let requested: UnsafeMutableBufferPointer<Requested>

  /// Returns the provider of the binding that is being linked; nil unless all types are plain scalars.
  static func provider(
    _ foreign: ForeignBinding, _ origin: String?, _ function: any ForeignFunction, _ linker: Linker
  ) -> AnyObject? {
    var providers: [AnyObject] = []
    guard let call = ForeignScalarCall(foreign, origin, function, linker, requesting: &providers)
    else { return nil }
    var make = MakeProvider(call: call, linker: linker, providers: providers)
    return call.result.apply(&make)
  }

  /// - Parameter providers: The providers of the parameters that are requested at each call are appended.
  private init?(
    _ foreign: ForeignBinding, _ origin: String?, _ function: any ForeignFunction,
    _ linker: Linker, requesting providers: inout [AnyObject]
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
    (self.function, direct) = (function, function.direct)
    (self.result, count) = (result, scalars.count)
    unsafe constants = .allocate(byteCount: (count + 1) * 8, alignment: 8)
    unsafe addresses = .allocate(capacity: count + 1)
    unsafe addresses.initialize(repeating: nil, count: count + 1)
    var requested: [Requested] = []
    for (index, scalar) in scalars.enumerated() {
      let target = linker.target(ofRequest: RequestIndex(index))
      if let detached = linker.detached(target), detached.isConstant {
        var store = unsafe StoreConstant(detached: detached, slot: constants + index * 8)
        scalar.apply(&store)
        unsafe addresses[index] = unsafe store.slot
      } else {
        requested.append(Requested(index: index, scalar: scalar))
        providers.append(linker.provider(for: target))
      }
    }
    unsafe self.requested = .allocate(capacity: requested.count)
    _ = unsafe self.requested.initialize(from: requested)
  }

  deinit {
    unsafe requested.deallocate()
    unsafe addresses.deallocate()
    unsafe constants.deallocate()
  }

  /// Calls a function whose parameters are all constant, and stores the result at the start of the block.
  @inline(__always)
  private func performKnown(_ block: UnsafeMutableRawPointer) {
    unsafe perform(addresses, block)
  }

  @inline(__always)
  private func perform(
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ result: UnsafeMutableRawPointer
  ) {
    let message =
      if let direct {
        unsafe direct.call(arguments, result: result)
      } else {
        unsafe function.call(arguments, result: result)
      }
    if let message { foreign.end(message, from: origin) }
  }

  /// Calls the function, and stores the result at the start of the block.
  private func perform(_ block: UnsafeMutableRawPointer, _ context: Context, _ links: Links) {
    let pointers = unsafe (block + Self.pointers).assumingMemoryBound(
      to: UnsafeMutableRawPointer?.self)
    unsafe pointers.update(from: addresses, count: count)
    var store = unsafe StoreNext(
      links: links, context: .passUnretained(context), slot: block + Self.values)
    for index in unsafe requested.indices {
      let requested = unsafe requested[index]
      unsafe pointers[requested.index] = unsafe store.slot
      requested.scalar.apply(&store)
    }
    unsafe perform(pointers, block)
  }
}

extension ForeignScalarCall {
  private struct MakeProvider: ForeignScalarUse {
    let call: ForeignScalarCall
    let linker: Linker
    let providers: [AnyObject]

    func apply<Value: BitwiseCopyable & Sendable>(to type: Value.Type) -> AnyObject {
      let call = call
      guard unsafe !call.requested.isEmpty else {
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
    let slot: UnsafeMutableRawPointer

    func apply<Value: BitwiseCopyable & Sendable>(to type: Value.Type) {
      unsafe slot.storeBytes(of: detached.value(of: type), as: type)
    }
  }

  @safe private struct StoreNext: ForeignScalarUse {
    var links: Links
    /// Unretained: the caller holds a reference, and another one would be counted at each call.
    let context: Unmanaged<Context>
    var slot: UnsafeMutableRawPointer

    @inline(__always)
    mutating func apply<Value: BitwiseCopyable & Sendable>(to type: Value.Type) {
      let value: Value = unsafe context._withUnsafeGuaranteedRef { links.value(in: $0) }
      unsafe slot.storeBytes(of: value, as: type)
      unsafe slot += 8
    }
  }
}
