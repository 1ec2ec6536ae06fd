import Synchronization

/// Numbers keys from zero on. Who makes keys in a space makes each of them once, so two of its keys are equal only
/// where one is a copy of the other, and the number tells all of them apart.
package final class KeySpace: Sendable {
  private let next = Atomic<Int>(0)

  /// How many numbers have been taken.
  var count: Int { next.load(ordering: .relaxed) }

  /// A space without keys.
  package init() {}

  func takeNumber() -> Int { next.add(1, ordering: .relaxed).oldValue }
}
