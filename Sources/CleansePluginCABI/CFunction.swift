import CCleansePlugin
import CleansePlugin

/// A function of a C plugin with a prepared call interface.
@safe final class CFunction: ForeignFunction, @unchecked Sendable {
  // Safety: immutable after initialization. Thread safety of the function is the responsibility of its
  // plugin: any thread may call a factory.
  private let function: UnsafeRawPointer
  private let interface: CallInterface
  private let isThrowing: Bool

  var address: UInt { unsafe UInt(bitPattern: function) }
  /// The layouts of the result and of the parameters in C.
  var layouts: CallInterface.Signature { interface.signature }

  /// - Throws: A ``CallInterfaceError`` for a signature that can't be called.
  init(
    _ function: UnsafeRawPointer, _ signature: borrowing CSignature
  ) throws(CallInterfaceError) {
    unsafe self.function = function
    interface = try .of(signature)
    isThrowing = signature.throws
  }

  var direct: DirectCall? { isThrowing ? nil : unsafe interface.direct(to: function) }

  func call(
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>, result: UnsafeMutableRawPointer
  ) -> String? {
    guard isThrowing else {
      return unsafe interface.call(function, arguments: arguments, result: result)
    }
    return unsafe callThrowing(arguments, result)
  }

  /// Not in `call`: the storage of a failure, whose size is known only at run time, would be made at each call.
  @inline(never)
  private func callThrowing(
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ result: UnsafeMutableRawPointer
  ) -> String? {
    var thrown: String?
    let failure = unsafe CFailure.reported { error in
      var error: UnsafeMutableRawPointer? = UnsafeMutableRawPointer(error)
      unsafe withUnsafeMutablePointer(to: &error) { pointer in
        // The last one is that of the error.
        unsafe arguments[layouts.arguments.count - 1] = UnsafeMutableRawPointer(pointer)
        thrown = unsafe interface.call(function, arguments: arguments, result: result)
      }
    }
    return thrown ?? failure?.text
  }

  func callback(
    for parameter: CParameter,
    _ body: @escaping @Sendable (UnsafeMutableRawPointer) -> String?
  ) throws -> any ForeignCallback {
    let isThrowing = parameter.isThrowingProvider
    let size = parameter.key.type.size
    return try unsafe CClosure(
      result: CLayout(parameter.key.type), arguments: isThrowing ? [.pointer] : []
    ) { result, arguments in
      guard let message = unsafe body(result) else { return }
      unsafe result.initializeMemory(as: UInt8.self, repeating: 0, count: size)
      guard isThrowing,
        let error = unsafe arguments?[0]?.load(as: UnsafeMutablePointer<cleanse_error>?.self)
      else { return }
      unsafe error.pointee.fail?(error, message)
    }
  }

  func callback(for parameter: CParameter, always body: @escaping CClosure.Body) throws
    -> any ForeignCallback
  {
    let isThrowing = parameter.isThrowingProvider
    return try unsafe CClosure(
      result: CLayout(parameter.key.type), arguments: isThrowing ? [.pointer] : [], body: body)
  }
}

extension CClosure: ForeignCallback {
  var address: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(mutating: pointer) }
}

extension CFailure {
  /// The message of the failure.
  var text: String { message ?? "it failed without a message" }
}
