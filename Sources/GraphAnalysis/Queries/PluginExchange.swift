public import CleanseGraph

/// What one plugin takes from others and from the application, and what it gives them, as the graph
/// has it.
public struct PluginExchange: Encodable, Sendable {
  /// A request that others answer, or nobody.
  public struct Need: Encodable, Sendable {
    /// The key that is requested.
    public let key: String
    /// How it is requested.
    public let form: RequestForm
    /// The parameter as one would write it.
    public let phrase: String
    /// Which of the plugin's bindings asks.
    public let dependent: BindingReference
    /// The bindings of others that answer.
    public let providers: BindingReferences
    /// Whether nothing answers and it can't be left out.
    public let isMissing: Bool
  }

  /// A binding of the plugin.
  public struct Provision: Encodable, Sendable {
    /// The binding itself.
    public let binding: BindingReference
    /// What kind of binding it is.
    public let kind: Binding.Kind
    /// What it does for its key, in a few words.
    public let role: String
    /// The bindings of others that ask for it. The root of a component has none and is used.
    public let users: BindingReferences
    /// The component whose root it is.
    public let rootOf: String?
    /// Whether a binding of the plugin itself asks for it.
    public let isUsedByItself: Bool
    /// For an override in effect: what it stands in place of.
    public let replaces: BindingReferences
    /// For a binding that is not in effect: what stands in its place.
    public let replacedBy: BindingReferences
  }

  /// What it takes from others, in the order of its bindings.
  public let needs: [Need]
  /// Its bindings, in their order.
  public let provides: [Provision]

  /// What the plugin takes and provides.
  ///
  /// - Parameter identifier: As the provenance of its bindings has it; one that nobody has takes and gives nothing.
  public init(of identifier: String, in graph: BindingGraph) {
    self.init(of: identifier, in: graph, answers: Answers(graph))
  }

  package init(of identifier: String, in graph: BindingGraph, answers: Answers) {
    var exchange = ExchangeSearch(of: identifier, in: graph, answers: answers)
    needs = exchange.needs()
    provides = exchange.provisions()
  }
}

extension PluginExchange.Need {
  private enum CodingKeys: String, CodingKey {
    case key, form, phrase, dependent, providers, providerCount
    case isMissing = "missing"
  }

  /// Writes the members; `providerCount` only where not all providers are listed.
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
    case binding, kind, role, users, userCount, rootOf, replaces, replacesCount
    case replacedBy, replacedByCount
    case isUsedByItself = "usedByItself"
  }

  /// Writes the members; a count only where the list next to it does not have all.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(binding, forKey: .binding)
    try container.encode(kind, forKey: .kind)
    try container.encode(role, forKey: .role)
    try container.encode(users, .users, .userCount)
    try container.encodeIfPresent(rootOf, forKey: .rootOf)
    try container.encode(isUsedByItself, forKey: .isUsedByItself)
    try container.encode(replaces, .replaces, .replacesCount)
    try container.encode(replacedBy, .replacedBy, .replacedByCount)
  }
}

extension KeyedEncodingContainer {
  fileprivate mutating func encode(
    _ mentions: BindingReferences, _ list: Key, _ count: Key
  ) throws {
    try encode(mentions.listed, forKey: list)
    if mentions.listed.count < mentions.count { try encode(mentions.count, forKey: count) }
  }
}
