internal import CleanseSupport

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
    var address = unsafe withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
    let stack = bounds
    // The address sanitizer keeps what is local to its functions in memory of its own.
    if !stack.contains(address) { address = CurrentThread.addressInLibrary() }
    return stack.contains(address) ? Int(clamping: address - stack.lowerBound) : 0
  }

  /// The calling thread's stack, found out once for each thread; empty where that can't be.
  private static var bounds: Range<UInt> {
    let known = lowest.value
    if known != 0 { return known..<highest.value }
    let stack = CurrentThread.stack()
    guard !stack.isEmpty else { return stack }
    lowest.value = stack.lowerBound
    highest.value = stack.upperBound
    return stack
  }

  /// Where each thread remembers the ends of its stack.
  private static let lowest = ThreadWord()
  private static let highest = ThreadWord()

  @inline(never)
  private static func callElsewhere<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var result: Result<Value, Failure>?
    let (thread, construction) = (LogicalThread.current, Construction.innermost)
    withoutActuallyEscaping(body) { body in
      unsafe withUnsafeMutablePointer(to: &result) { result in
        // Safety: the thread is waited for, so it has ended before what it uses goes.
        SystemThread.start(stackSize: size) {
          // It continues the work of the thread that waits for it, whose claims are its own.
          LogicalThread.adopt(thread)
          Construction.$innermost.withValue(construction) {
            do throws(Failure) {
              unsafe result.pointee = .success(try body())
            } catch {
              unsafe result.pointee = .failure(error)
            }
          }
        }?.join()
      }
    }
    // Without a thread, what is left of this stack has to do.
    guard let result else { return try body() }
    return try result.get()
  }
}
