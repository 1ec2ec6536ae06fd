extension UnsafeRawBufferPointer {
  /// Whether both have the same bytes. Comparing two arrays compares one element at a time.
  package func hasBytes(of other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let start = baseAddress, let second = other.baseAddress else { return true }
    return unsafe memcmp(start, second, count) == 0
  }
}
