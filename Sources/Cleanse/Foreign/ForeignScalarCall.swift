/// A function of C that takes scalars and returns one, as most do: called without memory from the heap
/// and without counting references.
final class ForeignScalarCall: Sendable {
  /// How many parameters there is room for on the stack.
  private static let limit = 24
  /// Where the pointers to the values are, behind the result.
  private static let pointers = 16
  /// Where the values are, eight bytes for each.
  private static let values = pointers + (limit + 1) * 8
  private static let size = values + limit * 8

  private let name: String?
  private let function: any ForeignFunction
  private let result: CType
  private let parameters: [CType]

  /// Nothing for a binding that has to do with anything else.
  init?(_ foreign: ForeignBinding, _ function: any ForeignFunction, _ linker: Linker) {
    guard linker.current.met == nil, !foreign.isContribution,
      foreign.signature.result.type.isScalar,
      foreign.signature.parameters.count <= Self.limit,
      foreign.signature.parameters.allSatisfy({ $0.form == .value && $0.key.type.isScalar })
    else { return nil }
    (name, self.function, result) = (
      foreign.signature.function, function, foreign.signature.result.type
    )
    parameters = foreign.signature.parameters.map(\.key.type)
  }

  /// The provider of the binding that is being linked. The types are spelled out, so that the compiler
  /// makes code for each.
  func provider(_ linker: Linker) -> AnyObject {
    let asked = parameters.indices.map { linker.provider(for: linker.target(ofRequest: $0)) }
    return switch result {
    case .bool: provider(asked, linker) { $0.load(as: UInt8.self) != 0 }
    case .int8: provider(asked, linker) { $0.load(as: Int8.self) }
    case .int16: provider(asked, linker) { $0.load(as: Int16.self) }
    case .int32: provider(asked, linker) { $0.load(as: Int32.self) }
    case .int64: provider(asked, linker) { $0.load(as: Int64.self) }
    case .uint8: provider(asked, linker) { $0.load(as: UInt8.self) }
    case .uint16: provider(asked, linker) { $0.load(as: UInt16.self) }
    case .uint32: provider(asked, linker) { $0.load(as: UInt32.self) }
    case .uint64: provider(asked, linker) { $0.load(as: UInt64.self) }
    case .float: provider(asked, linker) { $0.load(as: Float.self) }
    case .double: provider(asked, linker) { $0.load(as: Double.self) }
    case .string, .structure, .pointer, .array: preconditionFailure("\(result) is no scalar")
    }
  }

  @inline(__always)
  private func provider<Value>(
    _ asked: [AnyObject], _ linker: Linker,
    _ load: @escaping @Sendable (UnsafeRawPointer) -> Value
  ) -> AnyObject {
    linker.provider(asking: asked) { context, links -> Value in
      withUnsafeTemporaryAllocation(byteCount: Self.size, alignment: 16) { block in
        guard let block = block.baseAddress else { preconditionFailure("A call without a stack") }
        self.perform(block, context, links)
        return load(block)
      }
    }
  }

  /// Calls the function; the result is at the beginning of the block then.
  private func perform(_ block: UnsafeMutableRawPointer, _ context: Context, _ links: Links) {
    var links = links
    let pointers = (block + Self.pointers).assumingMemoryBound(
      to: UnsafeMutableRawPointer?.self)
    var place = block + Self.values
    for index in parameters.indices {
      pointers[index] = place
      switch parameters[index] {
      case .bool: place.storeBytes(of: links.value(in: context), as: Bool.self)
      case .int8: place.storeBytes(of: links.value(in: context), as: Int8.self)
      case .int16: place.storeBytes(of: links.value(in: context), as: Int16.self)
      case .int32: place.storeBytes(of: links.value(in: context), as: Int32.self)
      case .int64: place.storeBytes(of: links.value(in: context), as: Int64.self)
      case .uint8: place.storeBytes(of: links.value(in: context), as: UInt8.self)
      case .uint16: place.storeBytes(of: links.value(in: context), as: UInt16.self)
      case .uint32: place.storeBytes(of: links.value(in: context), as: UInt32.self)
      case .uint64: place.storeBytes(of: links.value(in: context), as: UInt64.self)
      case .float: place.storeBytes(of: links.value(in: context), as: Float.self)
      case .double: place.storeBytes(of: links.value(in: context), as: Double.self)
      case .string, .structure, .pointer, .array: break
      }
      place += 8
    }
    if let message = function.call(pointers, result: block) {
      fatalError(
        "the C function \(name ?? "of a plugin") failed, and its signature has no `throws`: "
          + message)
    }
  }
}
