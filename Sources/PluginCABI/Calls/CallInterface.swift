import CleanseSupport

/// How functions of one signature are called. It is prepared once for each signature and kept for ever.
final class CallInterface: Sendable {
  /// The alignment of the memory for a result, and enough for that of all arguments.
  static let alignment = 16

  /// How many bytes `call` writes at most. The value itself is at the beginning; what libffi makes of a
  /// narrow integer, and of a structure in registers, is longer.
  let resultSize: Int

  /// What libffi has prepared; for a call, `split` comes first.
  let prepared: LibFFI.Interface
  private let split: SplitCall?
  private let returnsBool: Bool

  private init(_ signature: Signature, _ types: inout LibFFI.Types) throws(CallInterfaceError) {
    // Refuses what can't be an argument, and more than a stack should have to take.
    _ = try COffsets(of: signature.arguments)
    resultSize = max(signature.result.size, 1).roundedUp(to: Self.alignment)
    returnsBool = signature.result == .bool
    prepared = try types.prepare(result: signature.result, arguments: signature.arguments)
    split = try SplitCall(
      result: signature.result, arguments: signature.arguments, preparedBy: &types)
  }

  /// Calls a function. Its own mistakes are its own, but an exception of C++ goes no further.
  ///
  /// Any thread may call at any time; nothing is allocated or locked for it.
  ///
  /// - Parameters:
  ///   - function: A C function of this signature.
  ///   - arguments: A pointer to each argument. May be null where there are none. The pointers do not
  ///     outlive the call: libffi puts others in the place of those to structures.
  ///   - result: ``resultSize`` bytes aligned to ``alignment``; a `bool` is 0 or 1 afterwards.
  /// - Returns: The message of the exception that was thrown, and then there is no result.
  @unsafe @inline(__always)
  func call(
    _ function: UnsafeRawPointer, arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    result: UnsafeMutableRawPointer
  ) -> String? {
    let message =
      if let split {
        unsafe split.call(function, arguments: arguments, result: result)
      } else {
        unsafe prepared.call(function, arguments: arguments, result: result)
      }
    if let message { return message }
    if returnsBool {
      unsafe result.storeBytes(of: result.load(as: UInt8.self) == 0 ? 0 : 1, as: UInt8.self)
    }
    return nil
  }
}

extension CallInterface {
  private struct Signature: Hashable {
    let result: CLayout
    let arguments: [CLayout]
  }

  private struct Known {
    var interfaces: [Signature: CallInterface] = [:]
    var types = LibFFI.Types()
  }

  private static let known = TrackedMutex(Known())

  /// The interface of a signature, the same one each time.
  ///
  /// - Throws: Where an argument is `void`, all of them take more than ``CStructureLayout/sizeLimit`` bytes,
  ///   or libffi refuses.
  static func of(
    result: CLayout, arguments: [CLayout]
  ) throws(CallInterfaceError) -> CallInterface {
    let signature = Signature(result: result, arguments: arguments)
    return try known.withLock { known -> Result<CallInterface, CallInterfaceError> in
      if let interface = known.interfaces[signature] { return .success(interface) }
      do throws(CallInterfaceError) {
        let interface = try CallInterface(signature, &known.types)
        known.interfaces[signature] = interface
        return .success(interface)
      } catch {
        return .failure(error)
      }
    }.get()
  }
}
