import CleanseGraph

/// Puts the contributions of a collection together.
package protocol CollectionAssembler: SendableMetatype {
  /// The collection.
  associatedtype Whole

  /// A collection without any element.
  static var empty: Whole { get }
  /// Adds a contribution behind the others.
  static func add(_ part: Whole, to whole: inout Whole)
}

extension CollectionAssembler {
  /// Combines linked providers of the contributions, in their order, into one of the collection.
  ///
  /// - Parameter effect: What comes of making the contributions.
  static func assemble(_ contributions: [AnyObject], meeting effect: Effect?) -> AnyObject {
    guard effect == nil else {
      let links = contributions.map { EffectLink<Whole>($0) }
      return ThrowingLinkedProvider<Whole> { context in
        try combine(links) { try $0.get(context) }
      }
    }
    let providers = contributions.map { LinkedProvider<Whole>.of($0) }
    return LinkedProvider<Whole> { context, _ in
      combine(providers) { $0.get(context) }
    }
  }

  private static func combine<Part>(
    _ parts: [Part], _ get: (Part) throws -> Whole
  ) rethrows -> Whole {
    var whole = empty
    for part in parts {
      add(try get(part), to: &whole)
    }
    return whole
  }
}

/// Puts arrays of `Element` one after the other.
package enum ArrayAssembler<Element>: CollectionAssembler {
  package static var empty: [Element] { [] }

  package static func add(_ part: [Element], to whole: inout [Element]) {
    whole.append(contentsOf: part)
  }
}

/// Unites sets of `Element`; of equal elements the first stays.
enum SetAssembler<Element: Hashable & SendableMetatype>: CollectionAssembler {
  static var empty: Set<Element> { [] }

  static func add(_ part: Set<Element>, to whole: inout Set<Element>) {
    whole.formUnion(part)
  }
}

/// Joins dictionaries; of equal keys, which the validator tells unless they are allowed, the last
/// one's value stays.
enum DictionaryAssembler<EntryKey: Hashable & SendableMetatype, Value>: CollectionAssembler {
  static var empty: [EntryKey: Value] { [:] }

  static func add(_ part: [EntryKey: Value], to whole: inout [EntryKey: Value]) {
    whole.merge(part) { $1 }
  }
}
