internal import CleanseSupport

/// What a function of C made, and how it ends: the one owner of its target.
@safe final class CInstance: Sendable {
  /// Where a target is. The address is a number, as all that is done with it is to end the target.
  private struct Place: Hashable {
    let address: UInt
    /// What C calls the target: a structure and its first member have one address.
    let name: String
  }

  /// Refers to an instance without keeping it.
  private struct Reference {
    weak var instance: CInstance?
  }

  /// The instances that there are and that somebody has to destroy. A function may hand out what it was
  /// given, or the same twice; there is one owner all the same.
  private static let living = TrackedMutex([Place: Reference]())

  private let place: Place
  private let destroy: (@Sendable (UnsafeMutableRawPointer) -> Void)?
  /// What the target was made of. It goes after the target.
  private let arena: ForeignArena?

  private init(
    _ place: Place, destroy: (@Sendable (UnsafeMutableRawPointer) -> Void)?,
    keeping arena: ForeignArena?
  ) {
    self.place = place
    unsafe self.destroy = unsafe destroy
    self.arena = arena
  }

  deinit {
    guard let destroy = unsafe destroy,
      let target = unsafe UnsafeMutableRawPointer(bitPattern: place.address)
    else { return }
    // Before the target is gone, as another one may have its address then.
    Self.living.withLock { [place] in $0[place] = nil }
    unsafe destroy(target)
  }

  /// The owner of what is at the address.
  ///
  /// - Parameters:
  ///   - name: What C calls the target.
  ///   - destroy: Ends the target; nothing where nobody has to.
  ///   - arena: What the target was made of, unless it has been there before.
  /// - Returns: Nothing where there is nothing to end and nothing to keep.
  static func owner(
    of address: UnsafeMutableRawPointer, named name: String,
    destroy: (@Sendable (UnsafeMutableRawPointer) -> Void)?, keeping arena: ForeignArena?
  ) -> CInstance? {
    let place = Place(address: UInt(bitPattern: address), name: name)
    guard unsafe destroy != nil else {
      return arena.map { unsafe CInstance(place, destroy: nil, keeping: $0) }
    }
    return living.withLock { living in
      if let instance = living[place]?.instance { return instance }
      let instance = unsafe CInstance(place, destroy: destroy, keeping: arena)
      living[place] = Reference(instance: instance)
      return instance
    }
  }
}
