/// A C function created at run time that calls a Swift closure.
@safe final class CClosure: Sendable {
  /// The Swift closure. Its parameters are the memory for the result, to store the value at the start, and a
  /// pointer to each argument.
  typealias Body =
    @Sendable (UnsafeMutableRawPointer, UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> Void

  private let closure: LibFFI.Closure
  private let widening: Widening?
  private let body: Body

  /// - Throws: The errors of ``CallInterface/of(result:arguments:)``, and
  ///   ``CallInterfaceError/noClosure`` if the system provides no executable memory.
  init(result: CLayout, arguments: [CLayout], body: @escaping Body) throws(CallInterfaceError) {
    let interface = try CallInterface.of(result: result, arguments: arguments)
    closure = try LibFFI.Closure()
    widening = Widening(result)
    unsafe self.body = body
    try closure.prepare(interface.prepared, owner: self)
  }

  /// The function. Any thread may call it until the last reference to this object is released.
  var pointer: UnsafeRawPointer { unsafe closure.function }

  /// Handles a call of the function.
  func called(
    _ result: UnsafeMutableRawPointer,
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) {
    unsafe body(result, arguments)
    if let widening { unsafe widening.widen(result) }
  }
}

extension CClosure {
  /// The extension of a narrow integer result: libffi reads the whole register.
  private enum Widening {
    case int8, int16, int32
    case uint8, uint16, uint32

    init?(_ layout: CLayout) {
      switch layout {
      case .int8: self = .int8
      case .int16: self = .int16
      case .int32: self = .int32
      case .bool, .uint8: self = .uint8
      case .uint16: self = .uint16
      case .uint32: self = .uint32
      default: return nil
      }
    }

    func widen(_ result: UnsafeMutableRawPointer) {
      switch self {
      case .int8: unsafe store(Int64(result.load(as: Int8.self)), result)
      case .int16: unsafe store(Int64(result.load(as: Int16.self)), result)
      case .int32: unsafe store(Int64(result.load(as: Int32.self)), result)
      case .uint8: unsafe store(Int64(result.load(as: UInt8.self)), result)
      case .uint16: unsafe store(Int64(result.load(as: UInt16.self)), result)
      case .uint32: unsafe store(Int64(result.load(as: UInt32.self)), result)
      }
    }

    private func store(_ value: Int64, _ result: UnsafeMutableRawPointer) {
      unsafe result.storeBytes(of: value, as: Int64.self)
    }
  }
}
