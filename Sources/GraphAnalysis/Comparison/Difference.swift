/// One thing in which two sides differ, as every format tells it.
public struct Difference: Hashable, Sendable, Encodable {
  /// What became of it from the one side to the other.
  public enum Change: String, Sendable, Encodable {
    /// Only the second side has it.
    case came
    /// Only the first side has it.
    case went
    /// Both sides have it, and it is not the same.
    case changed
  }

  /// What is said of it, on both sides.
  public struct Field: Hashable, Sendable, Encodable {
    /// What is compared, such as `scope`.
    public let name: String
    /// What the first side says; nil where it has no such thing.
    public let before: String?
    /// What the second side says; nil where it has no such thing.
    public let after: String?

    package init(name: String, before: String?, after: String?) {
      self.name = name
      self.before = before
      self.after = after
    }
  }

  /// What became of it from the first side to the second.
  public let change: Change
  /// What people call it: a plugin's identifier, a key, what a finding is about.
  public let name: String
  /// What it is among bindings or findings: a kind of binding, a code.
  public var kind: String?
  /// The identifier of the plugin that it comes from.
  public var plugin: String?
  /// The inner component that it belongs to, behind those around it.
  public var component: String?
  /// The modules that led to it, outermost first.
  public var modules: [String]?
  /// By which a finding is known again.
  public var identity: String?
  /// What differs; of what came or went, all that is known of it.
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
  /// What differs between the same thing on both sides; nothing where nothing does.
  ///
  /// - Parameters:
  ///   - before: What is said of it; nothing where it was not there.
  ///   - after: The same of the other side, with the same names in the same order.
  package static func fields(_ before: [Said]?, _ after: [Said]?) -> [Field] {
    (before ?? after ?? []).indices.compactMap { index in
      let (old, new) = (before?[index].value, after?[index].value)
      guard old != new else { return nil }
      return Field(name: (before ?? after ?? [])[index].name, before: old, after: new)
    }
  }

  /// One thing that is said of something.
  package struct Said: Hashable, Comparable {
    package let name: String
    package let value: String?

    package init(name: String, value: String?) {
      self.name = name
      self.value = value
    }

    package static func < (left: Said, right: Said) -> Bool {
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
  package static func ordered(_ differences: [Difference]) -> [Difference] {
    differences.map { (difference: $0, order: $0.order) }
      .sorted { $0.order.lexicographicallyPrecedes($1.order) }
      .map(\.difference)
  }
}
