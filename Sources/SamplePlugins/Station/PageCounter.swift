import Synchronization

/// Numbers pages. It can be used from several threads.
final class PageCounter: Sendable {
  private let last = Mutex<Int32>(0)

  /// The number of the next page.
  func next() -> Int32 {
    last.withLock { last in
      last &+= 1
      return last
    }
  }
}
