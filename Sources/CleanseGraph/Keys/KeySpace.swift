import Synchronization

/// A space of keys, numbered from zero. Each key is created once in its space, so two of its keys are equal only
/// if one is a copy of the other, and the number identifies the key.
package final class KeySpace: Sendable {
  private let next = Atomic<Int>(0)
  private let rarities = Atomic<UInt8>(0)

  /// The number of keys in the space.
  var count: Int { next.load(ordering: .relaxed) }

  /// Creates a space without keys.
  package init() {}

  func takeNumber() -> Int { next.add(1, ordering: .relaxed).oldValue }

  /// Notes what a key of the space may be.
  func add(_ found: KeyRarities) {
    guard !found.isEmpty, !mayHave(found) else { return }
    rarities.bitwiseOr(found.rawValue, ordering: .relaxed)
  }

  /// Whether a key of the space may be of these kinds. In most graphs, none is, and to ask each key of a large graph means to
  /// wait for memory.
  package func mayHave(_ kinds: KeyRarities) -> Bool {
    KeyRarities(rawValue: rarities.load(ordering: .relaxed)).isSuperset(of: kinds)
  }
}
