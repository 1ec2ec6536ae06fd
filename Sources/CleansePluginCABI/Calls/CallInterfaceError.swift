/// The reason why functions of a signature can't be called.
enum CallInterfaceError: Error, Hashable, Sendable, CustomStringConvertible {
  case emptyStructure
  case voidValue
  case tooLarge
  /// libffi rejects the signature, with this `ffi_status`.
  case refused(UInt32)
  case noClosure

  var description: String {
    switch self {
    case .emptyStructure: "a structure without fields can't be passed"
    case .voidValue: "only a result can be void"
    case .tooLarge: "the values of a call take more than \(CStructureLayout.sizeLimit) bytes"
    case .refused(let status): "libffi rejects the signature with status \(status)"
    case .noClosure: "the system provides no executable memory for a function created at run time"
    }
  }
}
