import CCleansePlugin
import CleansePlugin

/// A function of a C plugin with a prepared call interface.
@safe final class CFunction: ForeignFunction, @unchecked Sendable {
  // Safety: immutable after initialization. Thread safety of the function is the responsibility of its
  // plugin: any thread may call a factory.
  private let function: UnsafeRawPointer
  private let interface: CallInterface
  private let parameterCount: Int
  private let isThrowing: Bool

  var address: UInt { unsafe UInt(bitPattern: function) }
  /// The layout of the result, and those of the parameters in C.
  let result: CLayout
  let arguments: [CLayout]

  /// - Throws: A ``CallInterfaceError`` for a signature that can't be called.
  init(_ function: UnsafeRawPointer, _ signature: CSignature) throws(CallInterfaceError) {
    unsafe self.function = function
    var arguments: [CLayout] = []
    for parameter in signature.parameters { arguments.append(try CLayout(of: parameter)) }
    if signature.throws { arguments.append(.pointer) }
    result = try CLayout(signature.result.type)
    self.arguments = arguments
    interface = try .of(result: result, arguments: arguments)
    parameterCount = signature.parameters.count
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
        unsafe arguments[parameterCount] = UnsafeMutableRawPointer(pointer)
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
