public import CleanseGraph

/// What one plugin requires from other plugins and the application, and what it provides to them.
public struct PluginExchange: Encodable, Sendable {
  /// A request of the plugin that another plugin or the application provides, or that is missing.
  public struct Dependency: Encodable, Sendable {
    /// The key that is requested.
    public let key: String
    /// How it is requested.
    public let form: RequestForm
    /// The parameter in Swift syntax.
    public let phrase: String
    /// The plugin's binding that makes the request.
    public let dependent: BindingReference
    /// The bindings that provide the key.
    public let providers: BindingReferences
    /// Whether the key is required and has no binding.
    public let isMissing: Bool
  }

  /// A binding of the plugin.
  public struct Provision: Encodable, Sendable {
    /// The binding itself.
    public let binding: BindingReference
    /// What kind of binding it is.
    public let kind: Binding.Kind
    /// The role of the binding for its key, in a few words.
    public let role: String
    /// The dependents of the binding in other plugins and the application. The root of a component may have
    /// none.
    public let dependents: BindingReferences
    /// The name of the root component, if the binding provides its root.
    public let rootOf: String?
    /// Whether it is a service, which is started even if nothing depends on it.
    public let isService: Bool
    /// Whether a binding of the same plugin depends on it.
    public let isUsedInternally: Bool
    /// For an override in effect: the bindings that it replaces.
    public let replaces: BindingReferences
    /// For a replaced binding: the bindings in effect instead.
    public let replacedBy: BindingReferences
  }

  /// What the plugin requires, in the order of its bindings.
  public let dependencies: [Dependency]
  /// The plugin's bindings, in order.
  public let provides: [Provision]
  /// The plugin's services, in order.
  public let services: [ServiceStart]

  /// Finds what a plugin requires and provides.
  ///
  /// - Parameter identifier: The plugin's identifier, as in the provenance of its bindings. The result is
  ///   empty if the graph has no binding of it.
  public init(of identifier: String, in graph: BindingGraph) {
    self.init(of: identifier, in: graph, table: RequestTable(graph))
  }

  package init(of identifier: String, in graph: BindingGraph, table: RequestTable) {
    var search = ExchangeSearch(of: identifier, in: graph, table: table)
    dependencies = search.dependencies()
    provides = search.provisions()
    services = ServiceStart.all(of: identifier, in: graph)
  }
}

extension PluginExchange.Dependency {
  private enum CodingKeys: String, CodingKey {
    case key, form, phrase, dependent, providers, providerCount
    case isMissing = "missing"
  }

  /// Writes the members; `providerCount` only if not all providers are listed.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(key, forKey: .key)
    try container.encode(form, forKey: .form)
    try container.encode(phrase, forKey: .phrase)
    try container.encode(dependent, forKey: .dependent)
    try container.encode(providers, .providers, .providerCount)
    try container.encode(isMissing, forKey: .isMissing)
  }
}

extension PluginExchange.Provision {
  private enum CodingKeys: String, CodingKey {
    case binding, kind, role, dependents, dependentCount, rootOf, replaces, replacesCount
    case replacedBy, replacedByCount
    case isUsedInternally = "usedInternally"
    case isService = "service"
  }

  /// Writes the members; a count only if its list is not complete.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(binding, forKey: .binding)
    try container.encode(kind, forKey: .kind)
    try container.encode(role, forKey: .role)
    try container.encode(dependents, .dependents, .dependentCount)
    try container.encodeIfPresent(rootOf, forKey: .rootOf)
    try container.encode(isUsedInternally, forKey: .isUsedInternally)
    if isService { try container.encode(isService, forKey: .isService) }
    try container.encode(replaces, .replaces, .replacesCount)
    try container.encode(replacedBy, .replacedBy, .replacedByCount)
  }
}

extension KeyedEncodingContainer {
  fileprivate mutating func encode(
    _ references: BindingReferences, _ list: Key, _ count: Key
  ) throws {
    try encode(references.listed, forKey: list)
    if references.listed.count < references.count { try encode(references.count, forKey: count) }
  }
}
