internal import CleanseSupport

/// Remembers a shared instance without keeping it alive.
final class WeakInstance: Sendable {
  // Safety: only the reference is guarded and handed on here; whether several threads may use the
  // instance is for its type to say, and is why a weak provider is Sendable only where it is.
  private struct Reference: @unchecked Sendable {
    /// The instance itself if it is of a class, its box otherwise.
    weak var object: AnyObject?
  }

  private let reference = TrackedMutex(Reference())

  func remember<Value>(_ box: Box<Value>) {
    let new = Reference(object: box.referent)
    reference.withLock { $0 = new }
  }

  func recall<Value>(_ type: Value.Type) -> Value? {
    // Without this, a type that is optional itself would take nothing for a value.
    guard let object = reference.withLock({ $0 }).object else { return nil }
    if let box = object as? Box<Value> { return box.value }
    return object as? Value
  }
}
