internal import CleanseSupport

/// The identity of a chain of calls, which may continue on other threads.
///
/// A deep chain of factories continues on another thread (``DeepStack``) while the thread that started it
/// waits. The cells and the waiting room must treat both as one thread: the second must not wait for a cell
/// that the first has claimed.
enum LogicalThread {
  /// The identity of the calling thread: its own, or that of the thread whose work it continues.
  static var current: UInt {
    let adopted = adopted.value
    return adopted != 0 ? adopted : CurrentThread.identity
  }

  /// Lets the calling thread continue the work of another one until it ends.
  ///
  /// - Precondition: The other thread waits until this one has ended, so that at any time at most one of them
  ///   runs, and at most one of them waits for an instance.
  static func adopt(_ identity: UInt) {
    adopted.value = identity
  }

  private static let adopted = ThreadWord()
}
