import CleanseGraph

/// A binding in a guest language, as it was declared.
package protocol GuestBinding: AnyObject, Sendable {
  /// The key before its names are resolved.
  func key(in keys: KeyTable) -> Key

  /// Whether making the value needs the component instance, beyond what the binding depends on.
  var needsInstance: Bool { get }
}
