/// Gives keys dense numbers, equal for equal keys.
struct KeyNumbers: Sendable {
  private var byStorage: [ObjectIdentifier: Int] = [:]
  private var byKey: [Key: Int] = [:]
  private var count = 0
  /// Whether all equal keys are copies of one, so that none need be compared.
  private let areShared: Bool

  init(areShared: Bool) {
    self.areShared = areShared
  }

  mutating func number(of key: Key) -> Int {
    let identity = ObjectIdentifier(key.storage)
    if let number = byStorage[identity] { return number }
    let number = areShared ? count : byKey[key] ?? count
    if !areShared { byKey[key] = number }
    if number == count { count += 1 }
    byStorage[identity] = number
    return number
  }

  /// The number of a key that has one.
  func known(_ key: Key) -> Int? {
    if let number = byStorage[ObjectIdentifier(key.storage)] { return number }
    return areShared ? nil : byKey[key]
  }
}

/// Finds the group of a key in a component.
struct GroupTable: Sendable {
  private struct Place: Hashable, Sendable {
    let key: Int
    let component: Int
  }

  private struct Link: Sendable {
    let component: Int
    let group: Int
    /// The next one of the key.
    let next: Int
  }

  /// By key: the latest link; less than zero where there is none.
  private var latest: [Int] = []
  /// By key: how many links there are.
  private var counts: [Int] = []
  private var links: [Link] = []
  /// All groups of keys that many components bind, for which following the links would take too long.
  private var groups: [Place: Int] = [:]

  private static let limit = 8

  mutating func add(_ group: Int, of key: Int, in component: Int) {
    while latest.count <= key {
      latest.append(-1)
      counts.append(0)
    }
    links.append(Link(component: component, group: group, next: latest[key]))
    latest[key] = links.count - 1
    counts[key] += 1
    guard counts[key] >= Self.limit else { return }
    if counts[key] == Self.limit {
      var next = latest[key]
      while next >= 0 {
        groups[Place(key: key, component: links[next].component)] = links[next].group
        next = links[next].next
      }
    } else {
      groups[Place(key: key, component: component)] = group
    }
  }

  func hasGroups(of key: Int) -> Bool {
    key < latest.count && latest[key] >= 0
  }

  /// In how many components a key is bound.
  func count(of key: Int) -> Int { key < counts.count ? counts[key] : 0 }

  func group(of key: Int, in component: Int) -> Int? {
    guard key < latest.count else { return nil }
    if counts[key] >= Self.limit { return groups[Place(key: key, component: component)] }
    var next = latest[key]
    while next >= 0 {
      if links[next].component == component { return links[next].group }
      next = links[next].next
    }
    return nil
  }
}
