public import Synchronization

/// A `Mutex` whose synchronization the thread sanitizer recognizes.
///
/// The standard library's locking is not instrumented, so the sanitizer reports a race for data that a `Mutex`
/// guards. It recognizes the atomic that each holder loads and stores here, which costs no more than a plain
/// load and store.
///
/// It is inlinable because it is on hot paths of other modules, and public because the compiler inlines only public
/// functions into another module.
public struct TrackedMutex<Value>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let handover = Atomic<Bool>(false)

  @inlinable @inline(__always)
  public init(_ value: sending Value) {
    mutex = Mutex(value)
  }

  @inlinable @inline(__always)
  public borrowing func withLock<Result>(
    _ body: (inout sending Value) -> sending Result
  ) -> sending Result {
    mutex.withLock { value in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(true, ordering: .releasing) }
      return body(&value)
    }
  }
}
