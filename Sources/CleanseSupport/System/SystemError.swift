/// Repeats a system call while a signal interrupts it (`EINTR`).
///
/// - Returns: The result of the call, or its error.
public func retryingInterrupts(_ call: () -> Int) -> Result<Int, SystemError> {
  while true {
    let result = call()
    if result >= 0 { return .success(result) }
    if errno != EINTR { return .failure(.last) }
  }
}

/// Writes all of the bytes to an open file, pipe or terminal, and blocks until they are written.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let result = retryingInterrupts {
      unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    }
    let count = try result.get()
    // A write of zero bytes would repeat forever.
    guard count > 0 else { throw SystemError(number: EIO) }
    rest = rest.dropFirst(count)
  }
}

/// An `errno` value with the system's message for it.
public struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The value of `errno`.
  public let number: Int32

  /// Creates the error of a number that a call has returned.
  public init(number: Int32) {
    self.number = number
  }

  /// The error of a file that is not there.
  package static var missing: SystemError { SystemError(number: ENOENT) }

  /// The error of an invalid argument.
  package static var invalid: SystemError { SystemError(number: EINVAL) }

  /// The error of the last failed call on this thread.
  public static var last: SystemError { SystemError(number: errno) }

  /// The system's message, as of `strerror`.
  public var description: String {
    // strerror itself is not thread-safe.
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
