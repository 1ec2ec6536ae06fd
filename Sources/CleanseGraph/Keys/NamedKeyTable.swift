internal import CleanseSupport

/// The keys of documents that are read together, each made once, whatever number of documents have it.
package final class NamedKeyTable: Sendable {
  private struct State {
    /// By the hash value of the names, so that looking for a key reads one other key at most.
    var keys: [Int: Key] = [:]
    /// Other keys of the same hash value, which hardly ever are some.
    var colliding: Set<Key> = []
    var isUniform = true
  }

  private let space = KeySpace()
  private let state = TrackedMutex(State())

  package init() {}

  /// The keys of the table that equal these, in their order.
  ///
  /// A key that equals one of the table and has other names for people stays as it is.
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

  /// The space of all keys that the table returned; nil where some of them are equal and not the same.
  var sharedSpace: KeySpace? { state.withLock { $0.isUniform ? space : nil } }

  private func known(_ key: Key, _ state: inout State) -> Key {
    guard let known = state.keys[key.nameHash] else {
      let key = key.entering(space)
      state.keys[key.nameHash] = key
      return key
    }
    if known == key { return known }
    if let place = state.colliding.firstIndex(of: key) { return state.colliding[place] }
    let key = key.entering(space)
    state.colliding.insert(key)
    return key
  }
}
