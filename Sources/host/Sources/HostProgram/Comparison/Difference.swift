/// One thing in which two sides differ, as every format tells it.
struct Difference: Hashable, Sendable, Encodable {
  /// What became of it from the one side to the other.
  enum Change: String, Sendable, Encodable {
    case came, went, changed
  }

  /// What is said of it, on both sides.
  struct Field: Hashable, Sendable, Encodable {
    let name: String
    /// Nothing where the side has no such thing.
    let before: String?
    let after: String?
  }

  let change: Change
  /// What people call it: a plugin's identifier, a key, what a finding is about.
  let name: String
  /// What it is among bindings or findings: a kind of binding, a code.
  var kind: String?
  /// The identifier of the plugin that it comes from.
  var plugin: String?
  /// The inner component that it belongs to, behind those around it.
  var component: String?
  /// The modules that led to it, outermost first.
  var modules: [String]?
  /// By which a finding is known again.
  var identity: String?
  /// What differs; of what came or went, all that is known of it.
  let fields: [Field]
}

extension Difference {
  /// What differs between the same thing on both sides; nothing where nothing does.
  ///
  /// - Parameters:
  ///   - before: What is said of it; nothing where it was not there.
  ///   - after: The same of the other side, with the same names in the same order.
  static func fields(_ before: [Said]?, _ after: [Said]?) -> [Field] {
    (before ?? after ?? []).indices.compactMap { index in
      let (old, new) = (before?[index].value, after?[index].value)
      guard old != new else { return nil }
      return Field(name: (before ?? after ?? [])[index].name, before: old, after: new)
    }
  }

  /// One thing that is said of something.
  struct Said: Hashable, Comparable {
    let name: String
    let value: String?

    static func < (left: Said, right: Said) -> Bool {
      (left.value ?? "", left.value == nil ? 0 : 1) < (
        right.value ?? "", right.value == nil ? 0 : 1
      )
    }
  }

  /// What differences are ordered by: the application's own first, then plugin by plugin.
  var order: [String] {
    [plugin ?? "", component ?? "", name, kind ?? "", identity ?? ""] + (modules ?? [])
      + [change.rawValue] + fields.flatMap { [$0.before ?? "", $0.after ?? ""] }
  }

  /// The differences in an order that depends on nothing else.
  static func ordered(_ differences: [Difference]) -> [Difference] {
    differences.map { (difference: $0, order: $0.order) }
      .sorted { $0.order.lexicographicallyPrecedes($1.order) }
      .map(\.difference)
  }
}
