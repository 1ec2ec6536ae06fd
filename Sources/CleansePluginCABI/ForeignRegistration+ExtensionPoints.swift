import CleanseC
import CleanseGraph

extension ForeignRegistration {
  /// The C types of which the host makes Swift values. No such value can be passed back to C.
  private static let contributed: Set = [
    CommandBridge.cName, HealthCheckBridge.cName, ValidatorBridge.cName,
  ]

  /// Checks that a function can receive what it requests.
  func checkRequests(of signature: CSignature, at location: RecordedLocation) throws(Refusal) {
    let parameters = signature.parameters
    for index in parameters.indices {
      guard let name = parameters[index].key.type.pointee, Self.contributed.contains(name) else {
        continue
      }
      throw Refusal(
        code: .pluginMisusedTable,
        message:
          "`\(signature)` requests `\(parameters[index].key)`, but no `\(name) *` is passed to C",
        location: location.sourceLocation,
        fix: "remove the parameter: only Swift can request or decorate what is contributed as "
          + "`\(name) *`")
    }
  }
}

extension CType {
  /// The name of the type that the pointer points to, or the elements of the array; nil for a type without pointers.
  fileprivate var pointee: String? {
    switch self {
    case .pointer(let name): name
    case .array(let element): element.pointee
    default: nil
    }
  }
}
