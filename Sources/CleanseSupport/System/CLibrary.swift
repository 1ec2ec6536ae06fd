// What the framework calls of the C library, whose module has another name on each platform. The modules
// `Cleanse` and `CleansePlugin` call it by this file alone. Linux with glibc is what is tested.
//
// What is on hot paths is inlinable, so that calling it here costs what calling the C library did; the compiler inlines
// only what is public into another module.

#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Darwin)
  public import Darwin
#endif

/// A word that each thread has a value of its own of; zero until the thread sets it.
public struct ThreadWord: Sendable {
  @usableFromInline let key: pthread_key_t

  /// A new word.
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

/// The thread that calls.
public enum CurrentThread {
  /// Tells it from all other threads that run; never zero.
  @inlinable @inline(__always) public static var identity: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      unsafe UInt(bitPattern: pthread_self())
    #endif
  }

  /// Where its stack is; empty where that can't be found out. It takes some system calls.
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

  /// An address in the frame of a function of the C library, which no sanitizer has compiled: that of
  /// what the function hands to its callback. Zero where there is no such function.
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

    /// `dl_iterate_phdr`, which the module map of the C library leaves out as a GNU extension.
    private static let visitObjects: VisitObjects? = unsafe dlsym(nil, "dl_iterate_phdr")
      // Safety: that is its type by dl_iterate_phdr(3).
      .map { unsafe unsafeBitCast($0, to: VisitObjects.self) }

    private typealias GetAttributes =
      @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

    /// `pthread_getattr_np`, left out likewise.
    private static let getAttributes: GetAttributes? = unsafe dlsym(nil, "pthread_getattr_np")
      // Safety: that is its type by pthread_getattr_np(3).
      .map { unsafe unsafeBitCast($0, to: GetAttributes.self) }
  #endif
}

/// A thread that has been started and that has to be waited for.
package struct SystemThread {
  private let thread: pthread_t

  /// A new thread that calls `body`; nil where there can't be one.
  ///
  /// `body` is released before the thread ends. It may use what is not sendable only if the caller leaves
  /// that alone until it has joined the thread.
  ///
  /// - Parameter stackSize: In bytes; the system's choice unless it is given.
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

  /// How many processors there are to run threads.
  package static var processors: Int {
    Int(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }
}

/// What a thread is started for. A function of C can't be generic, so it gets this.
private final class ThreadBody {
  let call: () -> Void

  init(_ call: @escaping () -> Void) {
    self.call = call
  }
}

/// A lock and a condition that threads wait for (a monitor: Hoare, "Monitors: An Operating System
/// Structuring Concept", 1974).
@safe package final class Monitor: @unchecked Sendable {
  // Safety: the pointers never change, and what they point to is made for sharing.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
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

  /// Gives the lock up until ``wakeAll()`` is called, or without a cause.
  ///
  /// - Precondition: The calling thread holds the lock.
  package func wait() {
    unsafe pthread_cond_wait(condition, mutex)
  }

  /// Wakes all threads that wait.
  package func wakeAll() {
    unsafe pthread_mutex_lock(mutex)
    unsafe pthread_cond_broadcast(condition)
    unsafe pthread_mutex_unlock(mutex)
  }
}

/// Memory and texts that C hands over.
package enum CMemory {
  /// Frees what C allocated with `malloc`, if it is any.
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

  /// The length in bytes of a text with a terminating null, or the limit if that is less.
  @inlinable @inline(__always)
  package static func length(of text: UnsafePointer<CChar>, limit: Int) -> Int {
    unsafe strnlen(text, limit)
  }
}
