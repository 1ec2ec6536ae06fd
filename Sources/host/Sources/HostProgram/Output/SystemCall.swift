import Glibc

/// Calls the system again as long as a signal interrupts it (`EINTR`).
///
/// - Returns: What the call returned, or the number of its error.
func retrying(_ call: () -> Int) -> Result<Int, SystemError> {
  while true {
    let result = call()
    if result >= 0 { return .success(result) }
    if errno != EINTR { return .failure(SystemError(number: errno)) }
  }
}

/// A number of `errno`, with the system's words for it.
struct SystemError: Error, Hashable, CustomStringConvertible {
  let number: Int32

  /// The error of the call that failed last on this thread.
  static var last: SystemError { SystemError(number: errno) }

  var description: String {
    // strerror itself is not safe under threads.
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
