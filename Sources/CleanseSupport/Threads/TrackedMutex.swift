package import Synchronization

/// A `Mutex` whose hand-over the thread sanitizer can follow.
///
/// The standard library's own locking is not instrumented, so the sanitizer takes whatever a `Mutex`
/// guards for a race. It does see the atomic that each holder reads and writes here, which costs no
/// more than a plain load and a plain store.
///
/// It is inlinable, as it is on hot paths of the modules that use it.
package struct TrackedMutex<Value>: ~Copyable, Sendable {
  @usableFromInline package let mutex: Mutex<Value>
  @usableFromInline package let handover = Atomic<Bool>(false)

  @inlinable package init(_ value: sending Value) {
    mutex = Mutex(value)
  }

  @inlinable package borrowing func withLock<Result>(
    _ body: (inout sending Value) -> sending Result
  ) -> sending Result {
    mutex.withLock { value in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(true, ordering: .releasing) }
      return body(&value)
    }
  }
}
