import Synchronization

/// A thread-safe counter of pages.
final class PageCounter: Sendable {
  private let last = Mutex<Int32>(0)

  /// Returns the number of the next page.
  func next() -> Int32 {
    last.withLock { last in
      last &+= 1
      return last
    }
  }
}
