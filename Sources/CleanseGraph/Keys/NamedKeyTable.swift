internal import CleanseSupport

/// The keys of documents that are read together. Each key is created once, even if several documents have it.
package final class NamedKeyTable: Sendable {
  private struct State {
    /// By the hash value of the names, so that a lookup compares at most one other key.
    var keys: [Int: Key] = [:]
    /// Further keys with the same hash value, which are rare.
    var colliding: Set<Key> = []
    var isUniform = true
  }

  private let space = KeySpace()
  private let state = TrackedMutex(State())

  package init() {}

  /// The keys of the table that equal these, in their order.
  ///
  /// A key that equals one of the table but has different displayed names is returned unchanged.
  package func keys(equalTo keys: [Key]) -> [Key] {
    state.withLock { state in
      keys.map { key in
        let known = known(key, &state)
        if known.isWritten(like: key) { return known }
        state.isUniform = false
        return key
      }
    }
  }

  /// The space of all keys that the table returned; nil if some of them are equal but not identical.
  var sharedSpace: KeySpace? { state.withLock { $0.isUniform ? space : nil } }

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
