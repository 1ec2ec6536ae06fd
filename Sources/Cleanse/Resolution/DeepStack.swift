import Glibc

/// Goes on with a deep chain of factories on another stack before that of the thread is used up.
///
/// Each factory of a chain is called from the one that needs it, so a chain of dependencies takes as
/// much stack as the calls by hand would. Those would end in a crash; a graph that passed validation
/// must not.
enum DeepStack {
  /// Chains up to this length are called as they are, as any stack has room for them.
  static let shallow = 128

  /// What a factory and the shallow chain below it may take. Frames of some 2 kB a binding were
  /// measured without optimisation; the rest is for the factories' own.
  private static let reserve = 1 << 20
  /// Room for some thousand bindings, which is seldom needed and costs little to have again. A much
  /// larger one would hold more calls than the 65,536 that the thread sanitizer follows on a stack.
  private static let size = 4 << 20

  /// Calls `body` where there is stack enough for it.
  @inline(__always)
  static func call<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    remaining > reserve ? try body() : try callElsewhere(body)
  }

  /// How much of the calling thread's stack is left, in bytes.
  private static var remaining: Int {
    var here: UInt8 = 0
    var address = withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
    let stack = bounds
    // The address sanitizer keeps what is local to its functions in memory of its own.
    if !stack.contains(address) { address = addressInLibrary }
    return stack.contains(address) ? Int(clamping: address - stack.lowerBound) : 0
  }

  /// The calling thread's stack, found out once for each thread; empty where that can't be.
  private static var bounds: Range<UInt> {
    if let lowest = pthread_getspecific(lowestKey) {
      let highest = pthread_getspecific(highestKey)
      return UInt(bitPattern: lowest)..<UInt(bitPattern: highest)
    }
    var attributes = pthread_attr_t()
    var lowest: UnsafeMutableRawPointer?
    var size = 0
    guard let getAttributes, getAttributes(pthread_self(), &attributes) == 0 else { return 0..<0 }
    pthread_attr_getstack(&attributes, &lowest, &size)
    pthread_attr_destroy(&attributes)
    guard let lowest else { return 0..<0 }
    pthread_setspecific(lowestKey, lowest)
    pthread_setspecific(highestKey, lowest + size)
    return UInt(bitPattern: lowest)..<UInt(bitPattern: lowest + size)
  }

  /// An address in the frame of a function of the C library, which no sanitizer has compiled: that of
  /// what the function hands to its callback.
  private static var addressInLibrary: UInt {
    var address: UInt = 0
    _ = visitObjects?(
      { object, _, result in
        result?.storeBytes(of: UInt(bitPattern: object), as: UInt.self)
        return 1
      }, &address)
    return address
  }

  private typealias VisitObjects =
    @convention(c) (
      @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> CInt,
      UnsafeMutableRawPointer?
    ) -> CInt

  /// `dl_iterate_phdr`, which the module map of the C library leaves out as a GNU extension.
  private static let visitObjects: VisitObjects? = dlsym(nil, "dl_iterate_phdr")
    // Safety: that is its type by dl_iterate_phdr(3).
    .map { unsafeBitCast($0, to: VisitObjects.self) }

  private typealias GetAttributes =
    @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

  /// `pthread_getattr_np`, left out likewise.
  private static let getAttributes: GetAttributes? = dlsym(nil, "pthread_getattr_np")
    // Safety: that is its type by pthread_getattr_np(3).
    .map { unsafeBitCast($0, to: GetAttributes.self) }

  /// Where each thread remembers the ends of its stack.
  private static let lowestKey = newKey()
  private static let highestKey = newKey()

  private static func newKey() -> pthread_key_t {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }

  @inline(never)
  private static func callElsewhere<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var result: Result<Value, Failure>?
    let (thread, construction) = (LogicalThread.current, Construction.innermost)
    withoutActuallyEscaping(body) { body in
      withUnsafeMutablePointer(to: &result) { result in
        // Safety: the thread is waited for, so it has ended before what it uses goes.
        Work {
          // It continues the work of the thread that waits for it, whose claims are its own.
          LogicalThread.adopt(thread)
          Construction.$innermost.withValue(construction) {
            do throws(Failure) {
              result.pointee = .success(try body())
            } catch {
              result.pointee = .failure(error)
            }
          }
        }.run(stack: size)
      }
    }
    // Without a thread, what is left of this stack has to do.
    guard let result else { return try body() }
    return try result.get()
  }
}

/// What a thread of its own is started for.
private final class Work {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  /// Runs the work on a thread with so much stack, if there can be one, and waits for it.
  func run(stack: Int) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stack)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, &attributes,
      { work in
        if let work { Unmanaged<Work>.fromOpaque(work).takeUnretainedValue().body() }
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    if status == 0 { pthread_join(thread, nil) }
  }
}
