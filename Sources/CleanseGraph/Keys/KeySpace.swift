import Synchronization

/// A space of keys, numbered from zero. Each key is created once in its space, so two of its keys are equal only
/// if one is a copy of the other, and the number identifies the key.
package final class KeySpace: Sendable {
  private let next = Atomic<Int>(0)

  /// The number of keys in the space.
  var count: Int { next.load(ordering: .relaxed) }

  /// Creates a space without keys.
  package init() {}

  func takeNumber() -> Int { next.add(1, ordering: .relaxed).oldValue }
}
