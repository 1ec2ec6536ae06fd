public import Synchronization

/// A `Mutex` whose hand-over the thread sanitizer can follow.
///
/// The standard library's own locking is not instrumented, so the sanitizer takes whatever a `Mutex`
/// guards for a race. It does see the atomic that each holder reads and writes here, which costs no
/// more than a plain load and a plain store.
///
/// It is inlinable, as it is on hot paths of the modules that use it; the compiler inlines only what is public into
/// another module.
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
