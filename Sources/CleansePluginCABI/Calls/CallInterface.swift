// This folder calls C functions whose signatures are known only at run time. `CLayout` computes how values lie in memory,
// `CallInterface` prepares a call, and `LibFFI` makes it; `CClosure` is the reverse, a C function that calls Swift.

import CleanseC
import CleanseSupport

/// The call interface of functions with one signature. It is prepared once per signature and never released.
final class CallInterface: Sendable {
  /// The alignment of the memory for a result, in bytes; sufficient for all arguments.
  static let alignment = 16

  /// The layouts of the result and of the arguments, which determine how a function is called.
  struct Signature: Hashable {
    let result: CLayout
    let arguments: [CLayout]
  }

  let signature: Signature

  /// The maximum number of bytes that `call` writes. The value is at the start; libffi writes more for a
  /// narrow integer and for a structure in registers.
  let resultSize: Int

  /// The interface that libffi has prepared; calls use `split` instead if there is one.
  let prepared: LibFFI.Interface
  private let split: SplitCall?
  private let returnsBool: Bool

  private init(_ signature: Signature, _ types: inout LibFFI.Types) throws(CallInterfaceError) {
    self.signature = signature
    // Rejects invalid arguments, and more bytes than the stack should hold.
    _ = try COffsets(of: signature.arguments)
    resultSize = max(signature.result.size, 1).roundedUp(to: Self.alignment)
    returnsBool = signature.result == .bool
    prepared = try types.prepare(result: signature.result, arguments: signature.arguments)
    split = try SplitCall(
      result: signature.result, arguments: signature.arguments, preparedBy: &types)
  }

  /// Calls a function, and catches C++ exceptions. Other faults of the function are not contained.
  ///
  /// Safe to call from any thread at any time; it allocates nothing and takes no lock.
  ///
  /// - Parameters:
  ///   - function: A C function of this signature.
  ///   - arguments: A pointer to each argument; may be null if there are none. The pointers are invalid
  ///     after the call: libffi overwrites those to structures.
  ///   - result: ``resultSize`` bytes aligned to ``alignment``; a `bool` is normalized to 0 or 1.
  /// - Returns: The message of the exception that was thrown, in which case there is no result; nil
  ///   otherwise.
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
  /// What calls a function of this signature; nil if more has to be done than `call` does with it.
  func direct(to function: UnsafeRawPointer) -> DirectCall? {
    split == nil && !returnsBool ? unsafe prepared.direct(to: function) : nil
  }

  private struct Known {
    var interfaces: [Signature: CallInterface] = [:]
    /// Those of them that have only scalars, for speed: plugins declare thousands of functions.
    var ofScalars: [ScalarLayouts: CallInterface] = [:]
    var types = LibFFI.Types()
  }

  private static let known = TrackedMutex(Known())

  /// Returns the interface of a function, which is cached.
  ///
  /// - Throws: As ``of(result:arguments:)``.
  static func of(_ signature: borrowing CSignature) throws(CallInterfaceError) -> CallInterface {
    let scalars = ScalarLayouts(signature)
    if let scalars, let interface = known.withLock({ $0.ofScalars[scalars] }) { return interface }
    var arguments: [CLayout] = []
    for parameter in signature.parameters { arguments.append(try CLayout(of: parameter)) }
    if signature.throws { arguments.append(.pointer) }
    let interface = try of(result: CLayout(signature.result.type), arguments: arguments)
    if let scalars { known.withLock { $0.ofScalars[scalars] = interface } }
    return interface
  }

  /// Returns the interface of layouts, which is cached.
  ///
  /// - Throws: If an argument is `void`, the arguments take more than ``CStructureLayout/sizeLimit`` bytes,
  ///   or libffi rejects the signature.
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
