/// What calls a C function when nothing has to be done before and after the call, which then costs hardly more than the call
/// itself: the function may neither throw nor return a `bool`.
// Safety: what the pointers lead to is never modified or released.
@safe package struct DirectCall: @unchecked Sendable {
  /// Calls a function through an interface. Returns the message of a C++ exception; nil if there was none.
  package typealias Invoke =
    @convention(c) (
      _ interface: UnsafeMutableRawPointer?, _ function: (@convention(c) () -> Void)?,
      _ result: UnsafeMutableRawPointer?,
      _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> UnsafePointer<CChar>?

  private let invoke: Invoke
  private let interface: UnsafeMutableRawPointer
  private let function: @convention(c) () -> Void

  package init(
    of function: UnsafeRawPointer, through interface: UnsafeMutableRawPointer,
    by invoke: @escaping Invoke
  ) {
    unsafe self.invoke = invoke
    unsafe self.interface = interface
    unsafe self.function = unsafeBitCast(function, to: (@convention(c) () -> Void).self)
  }

  /// Calls the function. The parameters and the result are those of ``ForeignFunction/call(_:result:)``.
  @inline(__always)
  func call(
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>, result: UnsafeMutableRawPointer
  ) -> String? {
    guard let message = unsafe invoke(interface, function, result, arguments) else { return nil }
    return unsafe String(cString: message)
  }
}
