internal import CleanseSupport

/// The keys of documents that are read together. Each key is created once, even if several documents have it.
package final class NamedKeyTable: Sendable {
  /// The keys of some hash values: threads that read documents wait less for parts than for the whole table.
  private final class Part: Sendable {
    let state = TrackedMutex(State())
  }

  private struct State {
    /// By the hash value of the names, so that a lookup compares at most one other key.
    var keys: [Int: Key] = [:]
    /// Further keys with the same hash value, which are rare.
    var colliding: Set<Key> = []
    var isUniform = true
  }

  private let space = KeySpace()
  private let parts = (0..<16).map { _ in Part() }

  package init() {}

  /// The keys of the table that equal these, in their order.
  ///
  /// A key that equals one of the table but has different displayed names is returned unchanged.
  package func keys(equalTo keys: [Key]) -> [Key] {
    keys.map { key in
      parts[key.nameHash & (parts.count - 1)].state.withLock { state in
        let known = known(key, &state)
        if known.isWritten(like: key) { return known }
        state.isUniform = false
        return key
      }
    }
  }

  /// The space of all keys that the table returned; nil if some of them are equal but not identical.
  var sharedSpace: KeySpace? {
    parts.allSatisfy { $0.state.withLock(\.isUniform) } ? space : nil
  }

  private func known(_ key: Key, _ state: inout State) -> Key {
    guard let known = state.keys[key.nameHash] else {
      let key = key.entering(space)
      state.keys[key.nameHash] = key
      return key
    }
    if known == key { return known }
    if let index = state.colliding.firstIndex(of: key) { return state.colliding[index] }
    let key = key.entering(space)
    state.colliding.insert(key)
    return key
  }
}
