/// Assigns dense numbers to keys, equal for equal keys.
struct KeyNumbers: Sendable {
  /// The space of all keys. Their numbers in it are used, and no keys are compared.
  private let space: KeySpace?
  private var byStorage: [ObjectIdentifier: Int] = [:]
  private var byKey: [Key: Int] = [:]
  private var count = 0

  /// - Parameter space: The space of all keys; nil if they are of several spaces or of none.
  init(in space: KeySpace?) {
    self.space = space
  }

  mutating func number(of key: Key) -> Int {
    if let space {
      // A number of another space would identify a different key.
      precondition(key.storage.space === space, "A key is not of the space of its declarations")
      return key.storage.number
    }
    let identity = ObjectIdentifier(key.storage)
    if let number = byStorage[identity] { return number }
    let number = byKey[key] ?? count
    if number == count {
      byKey[key] = number
      count += 1
    }
    byStorage[identity] = number
    return number
  }

  /// The number of a key; nil if it has not been assigned one.
  func known(_ key: Key) -> Int? {
    guard let space else { return byStorage[ObjectIdentifier(key.storage)] ?? byKey[key] }
    return key.storage.space === space ? key.storage.number : nil
  }
}

/// Finds the group of a key in a component.
struct GroupTable: Sendable {
  private struct Entry: Hashable, Sendable {
    let key: Int
    let component: ComponentIndex
  }

  private struct Link: Sendable {
    let component: ComponentIndex
    var group: GroupIndex
    /// The index of the next link of the key; negative for none.
    let next: Int32
  }

  /// The links of a key.
  private struct Head: Sendable {
    /// The index of the latest one; negative for none.
    var latest: Int32 = -1
    var count: Int32 = 0
  }

  /// By key.
  private var heads: [Head] = []
  private var links: [Link] = []
  /// The groups of keys that many components bind: following their links would take too long.
  private var groups: [Entry: GroupIndex] = [:]

  private static let limit = 8

  mutating func add(_ group: GroupIndex, of key: Int, in component: ComponentIndex) {
    while heads.count <= key { heads.append(Head()) }
    links.append(Link(component: component, group: group, next: heads[key].latest))
    heads[key].latest = Int32(links.count - 1)
    heads[key].count += 1
    guard heads[key].count >= Self.limit else { return }
    if heads[key].count == Self.limit {
      var next = heads[key].latest
      while next >= 0 {
        let link = links[Int(next)]
        groups[Entry(key: key, component: link.component)] = link.group
        next = link.next
      }
    } else {
      groups[Entry(key: key, component: component)] = group
    }
  }

  /// Puts another group in the place of one that was added.
  mutating func replace(
    _ old: GroupIndex, with new: GroupIndex, of key: Int, in component: ComponentIndex
  ) {
    var next = heads[key].latest
    while next >= 0, links[Int(next)].group != old { next = links[Int(next)].next }
    guard next >= 0 else { return }
    links[Int(next)].group = new
    if heads[key].count >= Self.limit { groups[Entry(key: key, component: component)] = new }
  }

  func hasGroups(of key: Int) -> Bool {
    key < heads.count && heads[key].latest >= 0
  }

  /// The number of components in which a key is bound.
  func count(of key: Int) -> Int { key < heads.count ? Int(heads[key].count) : 0 }

  func group(of key: Int, in component: ComponentIndex) -> GroupIndex? {
    guard key < heads.count else { return nil }
    if heads[key].count >= Self.limit { return groups[Entry(key: key, component: component)] }
    var next = heads[key].latest
    while next >= 0 {
      let link = links[Int(next)]
      if link.component == component { return link.group }
      next = link.next
    }
    return nil
  }
}
