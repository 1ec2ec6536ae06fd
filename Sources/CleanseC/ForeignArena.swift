import Cleanse

/// Memory and objects that C was given, and that have to last for as long as it may use them.
@safe final class ForeignArena {
  private var blocks: [UnsafeMutableRawPointer] = unsafe []
  private var objects: [AnyObject] = []

  deinit {
    // Closures first: they may come from what the other objects are.
    while objects.popLast() != nil {}
    unsafe blocks.forEach { unsafe $0.deallocate() }
  }

  /// Memory for so many bytes; never of no size, so that the address is one.
  func allocate(_ size: Int, alignment: Int) -> UnsafeMutableRawPointer {
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: max(size, 1), alignment: max(alignment, 1))
    unsafe blocks.append(block)
    return unsafe block
  }

  /// Leaves the memory to C, which frees it. The objects stay.
  func leaveMemory() {
    unsafe blocks = unsafe []
  }

  /// Whether there is more than memory.
  var hasObjects: Bool { !objects.isEmpty }

  func keep(_ object: AnyObject?) {
    if let object { objects.append(object) }
  }
}

// Safety: changed by the one call that made it alone, before anybody else has it.
extension ForeignArena: @unchecked Sendable {}

/// What one call of a C function has handed over so far.
struct ForeignHandover {
  /// Where the function is called.
  let context: Context
  /// What lasts until the call returns.
  private var borrowed: ForeignArena?
  /// What lasts as long as the result.
  private(set) var kept: ForeignArena?

  init(context: Context) {
    self.context = context
  }

  /// Memory and objects for a parameter.
  mutating func arena(isBorrowed: Bool) -> ForeignArena {
    let known = isBorrowed ? borrowed : kept
    if let known { return known }
    let arena = ForeignArena()
    if isBorrowed { borrowed = arena } else { kept = arena }
    return arena
  }
}
