import Cleanse

/// The memory and objects passed to C, kept alive for as long as C may use them.
@safe final class ForeignArena {
  private var blocks: [UnsafeMutableRawPointer] = unsafe []
  private var objects: [AnyObject] = []

  deinit {
    // In reverse order: a closure may depend on the objects before it.
    while objects.popLast() != nil {}
    unsafe blocks.forEach { unsafe $0.deallocate() }
  }

  /// Allocates memory of a size in bytes: at least one byte, so that the address is valid.
  func allocate(_ size: Int, alignment: Int) -> UnsafeMutableRawPointer {
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: max(size, 1), alignment: max(alignment, 1))
    unsafe blocks.append(block)
    return unsafe block
  }

  /// Transfers the memory to C, which frees it. The objects are kept.
  func leaveMemory() {
    unsafe blocks = unsafe []
  }

  /// Whether the arena keeps objects besides memory.
  var hasObjects: Bool { !objects.isEmpty }

  func keep(_ object: AnyObject?) {
    if let object { objects.append(object) }
  }
}

// Safety: modified only by the call that created it, before it is shared.
extension ForeignArena: @unchecked Sendable {}

/// The arenas of the arguments that one call of a C function has passed so far.
struct ForeignHandover {
  /// The context that the arguments are resolved in.
  let context: Context
  /// The arguments that are valid until the call returns.
  private var borrowed: ForeignArena?
  /// The arguments that are valid as long as the result.
  private(set) var kept: ForeignArena?

  init(context: Context) {
    self.context = context
  }

  /// Returns the arena for the memory and objects of a parameter.
  mutating func arena(isBorrowed: Bool) -> ForeignArena {
    let known = isBorrowed ? borrowed : kept
    if let known { return known }
    let arena = ForeignArena()
    if isBorrowed { borrowed = arena } else { kept = arena }
    return arena
  }
}
