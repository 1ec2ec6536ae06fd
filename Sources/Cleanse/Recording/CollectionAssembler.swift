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
