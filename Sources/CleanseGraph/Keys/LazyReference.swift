import Synchronization

/// A reference that is stored once, by any thread.
///
/// The standard library's `AtomicLazyReference` is not specialized in other modules: each of its loads looks up metadata, which
/// takes some hundred instructions instead of three.
struct LazyReference<Instance: AnyObject & Sendable>: ~Copyable, Sendable {
  // Safety: zero, or the address of an instance that was retained for this value. It changes once, and `deinit` releases
  // the instance.
  private let address = Atomic<UInt>(0)

  /// The stored instance; nil if there is none yet.
  func load() -> Instance? {
    unsafe Self.reference(address.load(ordering: .acquiring))?.takeUnretainedValue()
  }

  /// Stores an instance, unless one is stored.
  ///
  /// - Returns: The stored one.
  func storeIfNil(_ instance: Instance) -> Instance {
    let reference = unsafe Unmanaged.passRetained(instance)
    let (isStored, other) = unsafe address.compareExchange(
      expected: 0, desired: UInt(bitPattern: reference.toOpaque()),
      ordering: .acquiringAndReleasing)
    guard !isStored, let stored = unsafe Self.reference(other) else { return instance }
    unsafe reference.release()
    return unsafe stored.takeUnretainedValue()
  }

  deinit {
    unsafe Self.reference(address.load(ordering: .acquiring))?.release()
  }

  private static func reference(_ address: UInt) -> Unmanaged<Instance>? {
    unsafe UnsafeRawPointer(bitPattern: address).map { unsafe Unmanaged.fromOpaque($0) }
  }
}
