/// One difference between two sides: a plugin, a binding or a finding that was added, removed or changed.
public struct Difference: Hashable, Sendable, Encodable {
  /// How an element differs from the first side to the second.
  public enum Change: String, Sendable, Encodable {
    /// Only the second side has it.
    case added
    /// Only the first side has it.
    case removed
    /// Both sides have it, with different properties.
    case changed
  }

  /// One property, with its values on both sides.
  public struct Field: Hashable, Sendable, Encodable {
    /// The name of the property, such as `scope`.
    public let name: String
    /// The value on the first side; nil if it has none.
    public let before: String?
    /// The value on the second side; nil if it has none.
    public let after: String?

    package init(name: String, before: String?, after: String?) {
      self.name = name
      self.before = before
      self.after = after
    }
  }

  /// Whether the element was added, removed or changed.
  public let change: Change
  /// The display name: a plugin's identifier, a key, or the subject of a finding.
  public let name: String
  /// The kind of a binding, or the code of a finding.
  public var kind: String?
  /// The identifier of the plugin that declares it.
  public var plugin: String?
  /// The subcomponent that it belongs to, preceded by its ancestors.
  public var component: String?
  /// The modules that led to it, outermost first.
  public var modules: [String]?
  /// The fingerprint of a finding.
  public var identity: String?
  /// The properties that differ; for an added or removed element, all of its properties.
  public let fields: [Field]

  package init(
    change: Change, name: String, kind: String? = nil, plugin: String? = nil,
    component: String? = nil, modules: [String]? = nil, identity: String? = nil, fields: [Field]
  ) {
    self.change = change
    self.name = name
    self.kind = kind
    self.plugin = plugin
    self.component = component
    self.modules = modules
    self.identity = identity
    self.fields = fields
  }
}

extension Difference {
  /// The properties that differ between the two sides; empty if all are equal.
  ///
  /// - Parameters:
  ///   - before: The properties on the first side; nil if that side lacks the element.
  ///   - after: The properties on the second side, with the same names in the same order.
  package static func fields(_ before: [Property]?, _ after: [Property]?) -> [Field] {
    (before ?? after ?? []).indices.compactMap { index in
      let (old, new) = (before?[index].value, after?[index].value)
      guard old != new else { return nil }
      return Field(name: (before ?? after ?? [])[index].name, before: old, after: new)
    }
  }

  /// One property of an element on one side.
  package struct Property: Hashable, Comparable {
    package let name: String
    package let value: String?

    package init(name: String, value: String?) {
      self.name = name
      self.value = value
    }

    package static func < (left: Property, right: Property) -> Bool {
      (left.value ?? "", left.value == nil ? 0 : 1) < (
        right.value ?? "", right.value == nil ? 0 : 1
      )
    }
  }

  /// The sort key: the application's own differences first, then plugin by plugin.
  var order: [String] {
    [plugin ?? "", component ?? "", name, kind ?? "", identity ?? ""] + (modules ?? [])
      + [change.rawValue] + fields.flatMap { [$0.before ?? "", $0.after ?? ""] }
  }

  /// The differences, sorted so that the order depends on their values alone.
  package static func ordered(_ differences: [Difference]) -> [Difference] {
    differences.map { (difference: $0, order: $0.order) }
      .sorted { $0.order.lexicographicallyPrecedes($1.order) }
      .map(\.difference)
  }
}
