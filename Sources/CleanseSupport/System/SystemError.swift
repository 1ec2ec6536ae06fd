#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Calls the system again as long as a signal interrupts it (`EINTR`).
///
/// - Returns: What the call returned, or the number of its error.
public func retryingInterrupts(_ call: () -> Int) -> Result<Int, SystemError> {
  while true {
    let result = call()
    if result >= 0 { return .success(result) }
    if errno != EINTR { return .failure(.last) }
  }
}

/// Writes all of the bytes to an open file, pipe or terminal, waiting until they are taken.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let result = retryingInterrupts {
      unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    }
    let count = try result.get()
    // What takes none of the bytes never will.
    guard count > 0 else { throw SystemError(number: EIO) }
    rest = rest.dropFirst(count)
  }
}

/// A number of `errno`, with the system's words for it.
public struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The number.
  public let number: Int32

  /// The error of a number that a call has returned.
  public init(number: Int32) {
    self.number = number
  }

  /// The error of the call that failed last on this thread.
  public static var last: SystemError { SystemError(number: errno) }

  /// The system's words.
  public var description: String {
    // strerror itself is not safe under threads.
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
