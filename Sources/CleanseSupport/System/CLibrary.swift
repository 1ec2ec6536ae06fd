// The C library, whose module has a different name on each platform: what imports `CleanseSupport` can call it. The modules
// with library evolution call it only through the functions in this file. Only Linux with glibc is tested.
//
// Functions on hot paths are inlinable, so that they cost no more than a direct call. They are public because the
// compiler inlines only public functions into another module.

#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif

/// A thread-local word, which is zero until the thread sets it.
public struct ThreadWord: Sendable {
  @usableFromInline let key: pthread_key_t

  /// Creates a word.
  public init() {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key, nil)
    self.key = key
  }

  /// The value of the calling thread.
  @inlinable public var value: UInt {
    @inline(__always) get { unsafe UInt(bitPattern: pthread_getspecific(key)) }
    @inline(__always) nonmutating set {
      unsafe pthread_setspecific(key, UnsafeMutableRawPointer(bitPattern: newValue))
    }
  }
}

/// The calling thread.
public enum CurrentThread {
  /// An identifier that is unique among the running threads; never zero.
  @inlinable @inline(__always) public static var identity: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      unsafe UInt(bitPattern: pthread_self())
    #endif
  }

  /// The addresses of the thread's stack; empty if they are unknown. It takes several system calls.
  package static func stack() -> Range<UInt> {
    #if canImport(Darwin)
      let highest = unsafe UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
      return (highest - UInt(pthread_get_stacksize_np(pthread_self())))..<highest
    #else
      var attributes = pthread_attr_t()
      var lowest: UnsafeMutableRawPointer?
      var size = 0
      guard let getAttributes = unsafe getAttributes,
        unsafe getAttributes(pthread_self(), &attributes) == 0
      else { return 0..<0 }
      unsafe pthread_attr_getstack(&attributes, &lowest, &size)
      unsafe pthread_attr_destroy(&attributes)
      guard let start = unsafe lowest.map({ UInt(bitPattern: $0) }) else { return 0..<0 }
      return start..<start + UInt(size)
    #endif
  }

  /// An address in the stack frame of a C library function, which no sanitizer instruments: the address of
  /// the object that the function passes to its callback. Zero where there is no such function.
  package static func addressInLibrary() -> UInt {
    #if canImport(Darwin)
      return 0
    #else
      var address: UInt = 0
      _ = unsafe visitObjects?(
        { object, _, result in
          unsafe result?.storeBytes(of: UInt(bitPattern: object), as: UInt.self)
          return 1
        }, &address)
      return address
    #endif
  }

  #if !canImport(Darwin)
    private typealias VisitObjects =
      @convention(c) (
        @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> CInt,
        UnsafeMutableRawPointer?
      ) -> CInt

    /// `dl_iterate_phdr`, which the C library's module map omits as a GNU extension.
    private static let visitObjects: VisitObjects? = unsafe dlsym(nil, "dl_iterate_phdr")
      // Safety: that is its type by dl_iterate_phdr(3).
      .map { unsafe unsafeBitCast($0, to: VisitObjects.self) }

    private typealias GetAttributes =
      @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

    /// `pthread_getattr_np`, omitted for the same reason.
    private static let getAttributes: GetAttributes? = unsafe dlsym(nil, "pthread_getattr_np")
      // Safety: that is its type by pthread_getattr_np(3).
      .map { unsafe unsafeBitCast($0, to: GetAttributes.self) }
  #endif
}

/// A running thread, which has to be joined.
package struct SystemThread {
  private let thread: pthread_t

  /// Starts a thread that calls `body`; returns nil if the system can't create one.
  ///
  /// `body` is released before the thread ends. It may use non-sendable values only if the caller does not
  /// use them until it has joined the thread.
  ///
  /// - Parameter stackSize: The stack size in bytes; nil for the system's default.
  package static func start(
    stackSize: Int? = nil, _ body: @escaping () -> Void
  ) -> SystemThread? {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    if let stackSize { unsafe pthread_attr_setstacksize(&attributes, stackSize) }
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let work = unsafe Unmanaged.passRetained(ThreadBody(body))
    let status = unsafe pthread_create(
      &thread, &attributes,
      { work in
        if let work = unsafe work as UnsafeMutableRawPointer? {
          unsafe Unmanaged<ThreadBody>.fromOpaque(work).takeRetainedValue().call()
        }
        return nil
      }, unsafe work.toOpaque())
    guard status == 0 else {
      unsafe work.release()
      return nil
    }
    #if canImport(Glibc)
      return SystemThread(thread: thread)
    #else
      return unsafe thread.map { unsafe SystemThread(thread: $0) }
    #endif
  }

  /// Waits until the thread has ended.
  package func join() {
    pthread_join(thread, nil)
  }

  /// Lets the thread end on its own, so that it need not be joined.
  package func detach() {
    pthread_detach(thread)
  }

  /// The number of online processors.
  package static var processors: Int {
    Int(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }
}

/// A box for the closure that a thread runs, to pass it through a `void *`.
private final class ThreadBody {
  let call: () -> Void

  init(_ call: @escaping () -> Void) {
    self.call = call
  }
}

/// A lock with one condition variable (a monitor: Hoare, "Monitors: An Operating System Structuring
/// Concept", 1974).
@safe package final class Monitor: @unchecked Sendable {
  // Safety: the pointers never change, and what they point to is made for sharing.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    unsafe pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      unsafe pthread_cond_init(condition, nil)
    #else
      // Waiting for a time must not depend on changes of the clock.
      var attributes = pthread_condattr_t()
      unsafe pthread_condattr_init(&attributes)
      unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      unsafe pthread_cond_init(condition, &attributes)
      unsafe pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  package func withLock<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Releases the lock and waits for ``wakeAll()``; it may also wake spuriously.
  ///
  /// - Precondition: The calling thread holds the lock.
  package func wait() {
    unsafe pthread_cond_wait(condition, mutex)
  }

  /// As ``wait()``, at most for the duration, or for a day.
  ///
  /// - Precondition: The calling thread holds the lock.
  package func wait(atMost duration: Duration) {
    var time = timespec()
    #if canImport(Darwin)
      unsafe clock_gettime(CLOCK_REALTIME, &time)
    #else
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    // Longer than any caller waits without looking again, and far from overflowing.
    let (seconds, attoseconds) = min(duration, .seconds(86_400)).components
    time.tv_sec += Int(clamping: seconds)
    time.tv_nsec += Int(attoseconds / 1_000_000_000)
    if time.tv_nsec >= 1_000_000_000 {
      time.tv_sec += 1
      time.tv_nsec -= 1_000_000_000
    }
    unsafe pthread_cond_timedwait(condition, mutex, &time)
  }

  /// Wakes all waiting threads.
  package func wakeAll() {
    unsafe pthread_mutex_lock(mutex)
    unsafe pthread_cond_broadcast(condition)
    unsafe pthread_mutex_unlock(mutex)
  }
}

/// Memory and strings that come from C.
package enum CMemory {
  /// Frees memory from `malloc`; does nothing for nil.
  @inlinable @inline(__always)
  package static func free(_ memory: UnsafeMutableRawPointer?) {
    #if canImport(Glibc)
      unsafe Glibc.free(memory)
    #elseif canImport(Musl)
      unsafe Musl.free(memory)
    #elseif canImport(Darwin)
      unsafe Darwin.free(memory)
    #endif
  }

  /// The length in bytes of a null-terminated string, or the limit if that is less.
  @inlinable @inline(__always)
  package static func length(of text: UnsafePointer<CChar>, limit: Int) -> Int {
    unsafe strnlen(text, limit)
  }

  /// Whether two null-terminated strings are equal. No more of one is read than up to the first difference.
  @inlinable @inline(__always)
  package static func equal(_ left: UnsafePointer<CChar>, _ right: UnsafePointer<CChar>) -> Bool {
    unsafe strcmp(left, right) == 0
  }
}
