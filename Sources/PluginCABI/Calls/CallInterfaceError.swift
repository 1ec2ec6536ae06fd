/// Why there can't be calls of a signature.
enum CallInterfaceError: Error, Hashable, Sendable, CustomStringConvertible {
  case emptyStructure
  case voidValue
  case tooLarge
  /// libffi knows no way; its `ffi_status`.
  case refused(UInt32)
  case noClosure

  var description: String {
    switch self {
    case .emptyStructure: "a structure without a field can't be handed over"
    case .voidValue: "only a result can be void"
    case .tooLarge: "the values of a call take more than \(CStructureLayout.sizeLimit) bytes"
    case .refused(let status): "libffi refuses the signature with status \(status)"
    case .noClosure: "the system grants no memory for a function that is made at run time"
    }
  }
}
