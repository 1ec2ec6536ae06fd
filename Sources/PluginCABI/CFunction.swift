import CCleansePlugin
import CleansePlugin

/// A function of a C plugin that is ready to be called.
@safe final class CFunction: ForeignFunction, @unchecked Sendable {
  // Safety: nothing changes after it has been made. Which threads may call the function is for its
  // plugin to see to: a factory can be asked for from any.
  private let function: UnsafeRawPointer
  private let interface: CallInterface
  private let parameterCount: Int
  private let isThrowing: Bool

  /// - Throws: A ``CallInterfaceError`` for what can't be called.
  init(_ function: UnsafeRawPointer, _ signature: CSignature) throws(CallInterfaceError) {
    unsafe self.function = function
    var arguments: [CLayout] = []
    for parameter in signature.parameters { arguments.append(try CLayout(of: parameter)) }
    if signature.throws { arguments.append(.pointer) }
    interface = try .of(result: CLayout(signature.result.type), arguments: arguments)
    parameterCount = signature.parameters.count
    isThrowing = signature.throws
  }

  func call(
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>, result: UnsafeMutableRawPointer
  ) -> String? {
    guard isThrowing else {
      return unsafe interface.call(function, arguments: arguments, result: result)
    }
    var thrown: String?
    let failure = unsafe CFailure.reported { error in
      var error: UnsafeMutableRawPointer? = UnsafeMutableRawPointer(error)
      unsafe withUnsafeMutablePointer(to: &error) { place in
        unsafe arguments[parameterCount] = UnsafeMutableRawPointer(place)
        thrown = unsafe interface.call(function, arguments: arguments, result: result)
      }
    }
    return thrown ?? failure?.text
  }

  func callback(
    for parameter: CParameter,
    _ body: @escaping @Sendable (UnsafeMutableRawPointer) -> String?
  ) throws -> any ForeignCallback {
    let isThrowing = parameter.form == .provider(throws: true)
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
    let isThrowing = parameter.form == .provider(throws: true)
    return try unsafe CClosure(
      result: CLayout(parameter.key.type), arguments: isThrowing ? [.pointer] : [], body: body)
  }
}

extension CClosure: ForeignCallback {
  var address: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(mutating: pointer) }
}

extension CFailure {
  /// What to tell of it.
  var text: String { message ?? "it failed without a message" }
}
