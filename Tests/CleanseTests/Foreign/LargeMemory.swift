import Glibc

/// Memory that is so large that it has pages of its own: whether it has been freed can be seen.
enum LargeMemory {
  /// More than `malloc` ever takes from its heap.
  static let size = 64 << 20

  /// Whether the memory is gone, the address of which is told.
  ///
  /// A sanitizer has its own ways with memory that is freed, and tells of what is not.
  static func isFreed(_ address: Int) -> Bool {
    guard dlsym(nil, "__asan_init") == nil, dlsym(nil, "__tsan_init") == nil else { return true }
    let page = UnsafeMutableRawPointer(bitPattern: address - address % Int(getpagesize()))
    var isResident: UInt8 = 0
    return mincore(page, 1, &isResident) == -1 && errno == ENOMEM
  }
}
