/// Puts the contributions of a collection together.
@usableFromInline
protocol CollectionAssembler: SendableMetatype {
  /// Combines linked providers of the contributions, in their order, into one of the collection.
  static func assemble(_ contributions: [AnyObject]) -> AnyObject
}

/// Puts arrays of `Element` one after the other.
@usableFromInline
enum ArrayAssembler<Element>: CollectionAssembler {
  @usableFromInline
  static func assemble(_ contributions: [AnyObject]) -> AnyObject {
    let providers = contributions.map { LinkedProvider<[Element]>.of($0) }
    return LinkedProvider<[Element]> { context in
      var elements: [Element] = []
      for provider in providers {
        elements.append(contentsOf: provider.get(context))
      }
      return elements
    }
  }
}

/// Unites sets of `Element`; of equal elements the first stays.
@usableFromInline
enum SetAssembler<Element: Hashable & SendableMetatype>: CollectionAssembler {
  @usableFromInline
  static func assemble(_ contributions: [AnyObject]) -> AnyObject {
    let providers = contributions.map { LinkedProvider<Set<Element>>.of($0) }
    return LinkedProvider<Set<Element>> { context in
      var elements: Set<Element> = []
      for provider in providers {
        elements.formUnion(provider.get(context))
      }
      return elements
    }
  }
}

/// Joins dictionaries; of equal keys, which the validator tells unless they are allowed, the last
/// one's value stays.
@usableFromInline
enum DictionaryAssembler<EntryKey: Hashable & SendableMetatype, Value>: CollectionAssembler {
  @usableFromInline
  static func assemble(_ contributions: [AnyObject]) -> AnyObject {
    let providers = contributions.map { LinkedProvider<[EntryKey: Value]>.of($0) }
    return LinkedProvider<[EntryKey: Value]> { context in
      var entries: [EntryKey: Value] = [:]
      for provider in providers {
        entries.merge(provider.get(context)) { $1 }
      }
      return entries
    }
  }
}
