import Glibc

/// Memory that is large enough to have its own pages, so that a test can detect whether it was freed.
enum LargeMemory {
  /// More than `malloc` ever allocates from its heap.
  static let size = 64 << 20

  /// Whether the memory at the address has been freed.
  ///
  /// A sanitizer handles freed memory differently, and reports leaks itself.
  static func isFreed(_ address: Int) -> Bool {
    guard dlsym(nil, "__asan_init") == nil, dlsym(nil, "__tsan_init") == nil else { return true }
    let page = UnsafeMutableRawPointer(bitPattern: address - address % Int(getpagesize()))
    var isResident: UInt8 = 0
    return mincore(page, 1, &isResident) == -1 && errno == ENOMEM
  }
}
