internal import CleanseSupport

/// The sole owner of an object that a C function created; destroys it when the last reference is released.
@safe final class CInstance: Sendable {
  /// The identity of a target. The address is a number, because it is only used to destroy the target.
  private struct Identity: Hashable {
    let address: UInt
    /// The C name of the target's type: a structure and its first member have one address.
    let name: String
  }

  /// A weak reference to an instance.
  private struct Reference {
    weak var instance: CInstance?
  }

  /// The live instances that have a destructor. A function may return one of its arguments, or the same
  /// object twice; the target still has one owner.
  private static let living = TrackedMutex([Identity: Reference]())

  private let identity: Identity
  private let destroy: (@Sendable (UnsafeMutableRawPointer) -> Void)?
  /// The arguments that the target was created from. They are released after the target.
  private let arena: ForeignArena?

  private init(
    _ identity: Identity, destroy: (@Sendable (UnsafeMutableRawPointer) -> Void)?,
    keeping arena: ForeignArena?
  ) {
    self.identity = identity
    unsafe self.destroy = unsafe destroy
    self.arena = arena
  }

  deinit {
    guard let destroy = unsafe destroy,
      let target = unsafe UnsafeMutableRawPointer(bitPattern: identity.address)
    else { return }
    // Before the target is destroyed: afterwards, a new one may have its address.
    Self.living.withLock { [identity] in $0[identity] = nil }
    unsafe destroy(target)
  }

  /// Returns the owner of the object at the address.
  ///
  /// - Parameters:
  ///   - name: The C name of the target's type.
  ///   - destroy: Destroys the target; nil for a type without a destructor.
  ///   - arena: The arguments that the target was created from; ignored if the target already has an owner.
  /// - Returns: The owner; nil where there is nothing to destroy and nothing to keep.
  static func owner(
    of address: UnsafeMutableRawPointer, named name: String,
    destroy: (@Sendable (UnsafeMutableRawPointer) -> Void)?, keeping arena: ForeignArena?
  ) -> CInstance? {
    let identity = Identity(address: UInt(bitPattern: address), name: name)
    guard unsafe destroy != nil else {
      return arena.map { unsafe CInstance(identity, destroy: nil, keeping: $0) }
    }
    return living.withLock { living in
      if let instance = living[identity]?.instance { return instance }
      let instance = unsafe CInstance(identity, destroy: destroy, keeping: arena)
      living[identity] = Reference(instance: instance)
      return instance
    }
  }
}
