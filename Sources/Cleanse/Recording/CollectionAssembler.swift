import CleanseGraph

/// Combines contributions into a collection.
package protocol CollectionAssembler: SendableMetatype {
  /// The type of the collection.
  associatedtype Whole

  /// A collection without elements.
  static var empty: Whole { get }
  /// Adds a contribution after the others.
  static func add(_ part: Whole, to whole: inout Whole)

  /// Whether elements have keys, of which no two should be equal.
  static var hasKeys: Bool { get }

  /// Combines the parts into a collection in which no two of them may have an element with the same key.
  ///
  /// - Parameters:
  ///   - parts: The number of parts.
  ///   - get: Makes a part.
  ///   - steps: The binding that contributes each part.
  /// - Throws: A ``DuplicateEntryError``, or what `get` throws.
  static func combine(
    _ parts: Int, contributedBy steps: [ResolutionError.Step], _ get: (Int) throws -> Whole
  ) throws -> Whole
}

extension CollectionAssembler {
  /// Combines linked providers of the contributions, in order, into a linked provider of the collection.
  ///
  /// - Parameters:
  ///   - effect: The effect of making the collection.
  ///   - steps: The binding of each contribution, if their keys have to be compared when they are made, which can fail.
  static func assemble(
    _ contributions: [AnyObject], effect: Effect?, comparing steps: [ResolutionError.Step]?
  ) -> AnyObject {
    guard effect == nil else {
      let links = contributions.map { EffectLink<Whole>($0) }
      return ThrowingLinkedProvider<Whole> { context in
        guard let steps else { return try combine(links) { try $0.get(context) } }
        return try combine(links.count, contributedBy: steps) { try links[$0].get(context) }
      }
    }
    let providers = contributions.map { LinkedProvider<Whole>.of($0) }
    return LinkedProvider<Whole> { context, _ in combine(providers) { $0.get(context) } }
  }

  package static var hasKeys: Bool { false }

  package static func combine(
    _ parts: Int, contributedBy steps: [ResolutionError.Step], _ get: (Int) throws -> Whole
  ) throws -> Whole {
    try combine(Array(0..<parts), get)
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

/// Merges dictionaries. Of equal keys, the last value is kept; they are reported unless they are allowed, by a validator
/// or, if the keys are known only then, when the dictionary is made.
enum DictionaryAssembler<EntryKey: Hashable & SendableMetatype, Value>: CollectionAssembler {
  static var empty: [EntryKey: Value] { [:] }
  static var hasKeys: Bool { true }

  static func add(_ part: [EntryKey: Value], to whole: inout [EntryKey: Value]) {
    whole.merge(part) { $1 }
  }

  static func combine(
    _ parts: Int, contributedBy steps: [ResolutionError.Step],
    _ get: (Int) throws -> [EntryKey: Value]
  ) throws -> [EntryKey: Value] {
    var whole = empty
    var contributors: [EntryKey: Int] = [:]
    for number in 0..<parts {
      let part = try get(number)
      for key in part.keys {
        guard let other = contributors.updateValue(number, forKey: key) else { continue }
        throw DuplicateEntryError(
          dictionary: TypeName.display([EntryKey: Value].self), key: String(reflecting: key),
          contributions: [steps[other], steps[number]])
      }
      add(part, to: &whole)
    }
    return whole
  }
}
