@testable import CleanseSupport
import Testing

@testable import Cleanse

/// What services did, in order.
final class ServiceLog: Sendable {
  private let entries = TrackedMutex<[String]>([])

  func add(_ entry: String) { entries.withLock { $0.append(entry) } }

  var lines: [String] { entries.withLock { $0 } }

  /// Whether the first entry comes before the second; both have to be there once.
  func has(_ first: String, before second: String) -> Bool {
    let lines = lines
    guard let one = lines.firstIndex(of: first), let other = lines.firstIndex(of: second),
      lines.count(where: { $0 == first || $0 == second }) == 2
    else { return false }
    return one < other
  }
}

/// A gate that a test opens.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = TrackedMutex(State())

  func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiters.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}
