import Foundation

/// A value protected by a lock that the thread sanitizer supports, unlike the standard
/// library's.
final class Guarded<Value>: @unchecked Sendable {
  // Safety: the value is reached with the lock held.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
