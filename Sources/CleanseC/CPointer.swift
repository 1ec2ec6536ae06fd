/// A pointer that is passed from or to C, with the object that keeps its target alive.
///
/// A `NAME *` that C code returns arrives in Swift as a `CPointer`, or as the value that the ``CBridge`` of
/// the name makes of it. The target is destroyed automatically when the last copy is released.
@safe public struct CPointer {
  /// The address of the target.
  public let address: UnsafeMutableRawPointer

  /// The object that keeps the target alive; nil when the target is never destroyed.
  public let owner: AnyObject?

  /// Creates a pointer to a target that lives at least as long as the owner.
  public init(_ address: UnsafeMutableRawPointer, keeping owner: AnyObject? = nil) {
    unsafe self.address = unsafe address
    self.owner = owner
  }
}

// Safety: the address is only read here. Thread safety of the target is the responsibility of the plugin that
// created it: PluginABI.md says that any thread may request it.
extension CPointer: @unchecked Sendable {}
