internal import CleanseSupport

/// Continues a deep chain of factories on another stack before the stack of the thread is exhausted.
///
/// Each factory of a chain is called by the linked provider of its dependent, so a chain of dependencies
/// takes as much stack as nested calls. Without this, a long chain would overflow the stack, and a graph that
/// passed validation must not crash.
enum DeepStack {
  /// The length up to which chains are called without a check, as any stack has room for them.
  static let shallow = 128

  /// The stack in bytes that is reserved for a factory and the shallow chain below it. Frames of about 2 kB per
  /// binding were measured without optimization; the rest is for the frames of the factories.
  private static let reserve = 1 << 20
  /// The size in bytes of each further stack, which has room for a few thousand bindings. It is rarely
  /// needed, and another one costs little. A much larger stack would hold more than the 65,536 calls that the
  /// thread sanitizer supports.
  private static let size = 4 << 20

  /// Calls `body` on a stack with enough space.
  @inline(__always)
  static func call<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    remaining > reserve ? try body() : try callElsewhere(body)
  }

  /// The remaining space on the calling thread's stack, in bytes.
  private static var remaining: Int {
    var here: UInt8 = 0
    var address = unsafe withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
    let stack = bounds
    // The address sanitizer keeps local variables in separate memory.
    if !stack.contains(address) { address = CurrentThread.addressInLibrary() }
    return stack.contains(address) ? Int(clamping: address - stack.lowerBound) : 0
  }

  /// The bounds of the calling thread's stack, determined once for each thread; empty if they are unknown.
  private static var bounds: Range<UInt> {
    let known = lowest.value
    if known != 0 { return known..<highest.value }
    let stack = CurrentThread.stack()
    guard !stack.isEmpty else { return stack }
    lowest.value = stack.lowerBound
    highest.value = stack.upperBound
    return stack
  }

  /// The cached bounds of the stack, for each thread.
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
        // Safety: this thread joins the other one, so that ends before the variables it uses are destroyed.
        SystemThread.start(stackSize: size) {
          // It continues the work of the waiting thread, and shares its claims.
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
    // If no thread could be started, the rest of this stack has to suffice.
    guard let result else { return try body() }
    return try result.get()
  }
}
