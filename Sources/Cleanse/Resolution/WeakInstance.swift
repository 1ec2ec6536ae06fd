internal import CleanseSupport

/// A weak reference to a shared instance.
final class WeakInstance: Sendable {
  // Safety: only the reference is guarded and passed on here. Whether several threads may use the instance
  // depends on its type, which is why a weak provider is Sendable only if its type is.
  private struct Reference: @unchecked Sendable {
    /// The instance itself if it is of a class, its box otherwise.
    weak var object: AnyObject?
  }

  private let reference = TrackedMutex(Reference())

  func store<Value>(_ box: Box<Value>) {
    let new = Reference(object: box.referent)
    reference.withLock { $0 = new }
  }

  func load<Value>(_ type: Value.Type) -> Value? {
    // Without this check, nil could be cast to a type that is itself optional.
    guard let object = reference.withLock({ $0 }).object else { return nil }
    if let box = object as? Box<Value> { return box.value }
    return object as? Value
  }
}
