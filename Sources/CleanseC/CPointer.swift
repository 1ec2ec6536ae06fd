/// A pointer that C made or that C is given, with what keeps its target alive.
///
/// What C code makes as `NAME *` arrives in Swift as one of these, or as what the ``CBridge`` of the name
/// makes of it. The target is destroyed when the last copy is gone; nobody has to do it.
@safe public struct CPointer {
  /// Where it points to.
  public let address: UnsafeMutableRawPointer

  /// What the target lives as long as; nothing when it is never destroyed.
  public let owner: AnyObject?

  /// A pointer to something that lives at least as long as the owner.
  public init(_ address: UnsafeMutableRawPointer, keeping owner: AnyObject? = nil) {
    unsafe self.address = unsafe address
    self.owner = owner
  }
}

// Safety: the address is only read here. Whether several threads may use the target is for the plugin that
// made it to see to: its documentation says that any thread may ask for it.
extension CPointer: @unchecked Sendable {}
