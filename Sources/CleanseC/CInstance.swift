internal import CleanseSupport

/// The sole owner of an object that a C function created; destroys it when the last reference is released.
@safe final class CInstance: Sendable {
  /// The identity of a target. The address is a number, because it is only used to destroy the target.
  fileprivate struct Identity: Hashable {
    let address: UInt
    /// The C name of the target's type: a structure and its first member have one address.
    let name: String
  }

  /// A weak reference to an instance.
  private struct Reference {
    weak var instance: CInstance?
  }

  /// The targets that C functions know of.
  private struct Targets {
    /// The live instances that have a destructor. A function may return one of its arguments, or the same
    /// object twice; the target still has one owner.
    var owned: [Identity: Reference] = [:]
    /// How many arguments point to each target that has no such instance.
    var lent: [Identity: Int] = [:]
  }

  private static let targets = TrackedMutex(Targets())

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
    Self.targets.withLock { [identity] in $0.owned[identity] = nil }
    unsafe destroy(target)
  }

  /// Returns the owner of the object at the address.
  ///
  /// - Parameters:
  ///   - name: The C name of the target's type.
  ///   - destroy: Destroys the target; nil for a type without a destructor. It is not called for a target that the
  ///     function received as an argument: that belongs to its creator, which may be a constant of another plugin.
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
    let owner = targets.withLock { targets -> CInstance? in
      if let instance = targets.owned[identity]?.instance { return instance }
      guard targets.lent[identity] == nil else { return nil }
      let instance = unsafe CInstance(identity, destroy: destroy, keeping: arena)
      targets.owned[identity] = Reference(instance: instance)
      return instance
    }
    return owner ?? arena.map { unsafe CInstance(identity, destroy: nil, keeping: $0) }
  }

  /// A pointer that is an argument of a C function, as long as this object lives.
  final class Loan: Sendable {
    private let identity: Identity

    fileprivate init(_ identity: Identity) {
      self.identity = identity
      targets.withLock { $0.lent[identity, default: 0] += 1 }
    }

    deinit {
      targets.withLock { [identity] targets in
        let count = targets.lent[identity, default: 1] - 1
        targets.lent[identity] = count > 0 ? count : nil
      }
    }
  }

  /// Notes that a C function receives the pointer, so that it does not own the target if it returns that.
  ///
  /// - Parameter name: The C name of the target's type.
  /// - Returns: The note; nil for a target that has an owner with a destructor, which every function that returns it shares.
  static func loan(of pointer: CPointer, named name: String) -> Loan? {
    if let owner = pointer.owner as? CInstance, unsafe owner.destroy != nil { return nil }
    return unsafe Loan(Identity(address: UInt(bitPattern: pointer.address), name: name))
  }
}
