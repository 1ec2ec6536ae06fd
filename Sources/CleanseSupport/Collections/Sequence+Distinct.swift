extension Sequence {
  /// The elements, each once, in the order of their first occurrence.
  @inlinable package func distinct() -> [Element] where Element: Hashable {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }

  /// The elements in groups of equal keys. The groups and their elements keep the order of the sequence, so that what is
  /// reported about them does not change from run to run.
  @inlinable package func grouped<Key: Hashable>(
    by key: (Element) -> Key
  ) -> [(key: Key, elements: [Element])] {
    var groups: [(key: Key, elements: [Element])] = []
    var numbers: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let number = numbers[key] {
        groups[number].elements.append(element)
      } else {
        numbers[key] = groups.count
        groups.append((key, [element]))
      }
    }
    return groups
  }
}

extension Dictionary {
  /// Creates a dictionary of pairs; of several with one key, the first counts.
  @inlinable package init(keepingFirst pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}
