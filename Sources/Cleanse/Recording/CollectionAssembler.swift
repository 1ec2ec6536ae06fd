import CleanseGraph

/// Combines contributions into a collection.
package protocol CollectionAssembler: SendableMetatype {
  /// The type of the collection.
  associatedtype Whole

  /// A collection without elements.
  static var empty: Whole { get }
  /// Adds a contribution after the others.
  static func add(_ part: Whole, to whole: inout Whole)
}

extension CollectionAssembler {
  /// Combines linked providers of the contributions, in order, into a linked provider of the collection.
  ///
  /// - Parameter effect: The effect that propagates from the contributions.
  static func assemble(_ contributions: [AnyObject], effect: Effect?) -> AnyObject {
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

/// Concatenates arrays of `Element`.
package enum ArrayAssembler<Element>: CollectionAssembler {
  package static var empty: [Element] { [] }

  package static func add(_ part: [Element], to whole: inout [Element]) {
    whole.append(contentsOf: part)
  }
}

/// Forms the union of sets of `Element`. Of equal elements, the first is kept.
enum SetAssembler<Element: Hashable & SendableMetatype>: CollectionAssembler {
  static var empty: Set<Element> { [] }

  static func add(_ part: Set<Element>, to whole: inout Set<Element>) {
    whole.formUnion(part)
  }
}

/// Merges dictionaries. Of equal keys, the last value is kept; a validator reports them unless they are
/// allowed.
enum DictionaryAssembler<EntryKey: Hashable & SendableMetatype, Value>: CollectionAssembler {
  static var empty: [EntryKey: Value] { [:] }

  static func add(_ part: [EntryKey: Value], to whole: inout [EntryKey: Value]) {
    whole.merge(part) { $1 }
  }
}
