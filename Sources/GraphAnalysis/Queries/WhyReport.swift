public import CleanseGraph

/// Who binds a key, who requests it, and how the root leads to it: what `host why` shows.
public struct WhyReport: Encodable, Sendable {
  /// One binding of the key.
  public struct Bound: Encodable, Sendable {
    /// The binding itself.
    public let binding: BindingReference
    /// What kind of binding it is.
    public let kind: Binding.Kind
    /// The scope in which the instance is shared.
    public let scope: String?
    /// Its place among the overrides, for one that is an override.
    public let override: Int?
    /// Whether an override stands in its place.
    public let isReplaced: Bool
    /// For a binding of C: the function or the value as its author describes it.
    public let signature: String?
    /// What it does for its key, in a few words.
    public let role: String
  }

  /// One that asks for the key.
  public struct Dependent: Encodable, Sendable {
    /// The binding whose factory does.
    public let binding: BindingReference
    /// Nothing for the factory of the component whose root the key is.
    public let form: RequestForm?
    /// The parameter as one would write it.
    public let phrase: String?
    /// Whether it asks in vain, as an override stands in its place.
    public let isReplaced: Bool
  }

  /// A rejected plugin's binding of the key, which is not there.
  public struct Lost: Encodable, Sendable {
    /// The plugin that was rejected.
    public let plugin: String?
    /// The line of the binding.
    public let location: SourceLocation?
  }

  /// What stands on a way from the root.
  public struct Step: Encodable, Hashable, Sendable {
    /// The key that is bound there.
    public let key: String
    /// Whose it is and where; nothing where several bindings answer the key, or none.
    public let binding: BindingReference?
    /// How many bindings answer the key, apart from declarations.
    public let count: Int
    /// Whether the key is a collection.
    public let isCollection: Bool
  }

  /// The name and version of the JSON that it is encoded as.
  public let schema = "cleanse-why/1"
  /// The key, as one would write it.
  public let key: String
  /// The name that the key has in C.
  public let cName: String?
  /// The components whose root it is.
  public let rootOf: [String]
  /// All bindings of the key, in the order of the graph.
  public let bindings: [Bound]
  /// All that request the key, in the order of the graph.
  public let dependents: [Dependent]
  /// The bindings of the key that rejected plugins would have.
  public let lost: [Lost]
  /// From the root to the key, the shortest first.
  public let paths: [[Step]]
  /// Whether there are more, or may be.
  public let isMore: Bool
  /// Whether the search was given up before it had as many as were wanted.
  public let isCutShort: Bool
  /// Whether more than a shortest one was asked for.
  public let isEveryPath: Bool
  /// Whether somebody asks in vain for what can't be left out.
  public let isMissing: Bool
  /// Whether places in the graph need the name of their component.
  public let hasComponents: Bool

  /// Explains a key of a graph.
  ///
  /// - Parameters:
  ///   - key: A key that a ``KeySearch`` found, or any other.
  ///   - graph: Where it is bound or requested.
  ///   - limit: At most so many paths are listed; nil for a shortest one alone.
  public init(_ key: Key, in graph: BindingGraph, limit: Int?) {
    self.key = key.description
    cName = key.alias
    rootOf = graph.components.filter { $0.root == key }.map(\.name)
    bindings = graph.bindings.filter { $0.key == key }.map { Bound($0, in: graph) }
    let asking = graph.bindings.compactMap { binding in
      binding.asks(for: key, in: graph) ? binding : nil
    }
    dependents = asking.flatMap { Dependent.all($0, for: key, in: graph) }
    lost = graph.dropped.filter { $0.key == key }
      .map { Lost(plugin: $0.provenance.origin, location: $0.location) }
    let answers = Answers(graph)
    let found = KeyPaths(
      to: key, in: graph, answers: answers, wanted: limit.map { $0 + 1 } ?? 1)
    paths = found.paths.prefix(limit ?? 1).map { Self.steps($0, to: key, in: graph) }
    isMore = found.paths.count > limit ?? 1 || (limit != nil && found.isCutShort)
    isCutShort = limit != nil && found.isCutShort && found.paths.count <= limit ?? 1
    isEveryPath = limit != nil
    isMissing =
      answers.groups[answers.root].key == key && answers.groups[answers.root].places.isEmpty
      || asking.contains { $0.isMissing(key, in: graph) }
    hasComponents = graph.components.count > 1
  }

  /// The bindings on a way and, behind them, what answers the key at its end.
  private static func steps(_ path: [Int], to key: Key, in graph: BindingGraph) -> [Step] {
    let component = path.last.map { graph.bindings[$0] }?.component(from: key, in: graph) ?? 0
    let all = graph.bindings(answering: key, from: component)
    let making = all.filter { $0.kind != .declaration }
    // A collection may have nothing but its declaration.
    let ends = making.isEmpty ? all : making
    let end = Step(
      key: key.description,
      binding: ends.count == 1 ? ends.first.map { BindingReference($0, in: graph) } : nil,
      count: ends.count, isCollection: all.contains { $0.kind.isPartOfCollection })
    return path.map { place in
      let binding = graph.bindings[place]
      return Step(
        key: binding.key.description, binding: BindingReference(binding, in: graph), count: 1,
        isCollection: binding.kind.isPartOfCollection)
    } + [end]
  }
}

extension WhyReport.Bound {
  fileprivate init(_ binding: Binding, in graph: BindingGraph) {
    self.binding = BindingReference(binding, in: graph)
    kind = binding.kind
    scope = binding.scope
    override = binding.override
    isReplaced = graph.isReplaced(binding) && binding.kind != .optional
    signature = binding.signature
    role = binding.role(in: graph)
  }
}

extension WhyReport.Dependent {
  /// The binding, once for each form in which it asks.
  fileprivate static func all(_ binding: Binding, for key: Key, in graph: BindingGraph) -> [Self] {
    var seen: Set<Request> = []
    let requests = binding.requests.filter { $0.key == key && seen.insert($0).inserted }
    let mention = BindingReference(binding, in: graph)
    let isReplaced = graph.isReplaced(binding)
    let asked = requests.map {
      Self(binding: mention, form: $0.form, phrase: $0.phrase, isReplaced: isReplaced)
    }
    return binding.isFactory(of: key, in: graph)
      ? asked + [Self(binding: mention, form: nil, phrase: nil, isReplaced: isReplaced)] : asked
  }
}

extension Binding {
  /// Whether it makes the inner component whose root the key is.
  fileprivate func isFactory(of key: Key, in graph: BindingGraph) -> Bool {
    subcomponent.map { graph.components[$0].root == key } ?? false
  }

  fileprivate func asks(for key: Key, in graph: BindingGraph) -> Bool {
    requests.contains { $0.key == key } || isFactory(of: key, in: graph)
  }

  /// The component that it asks for the key from.
  fileprivate func component(from key: Key, in graph: BindingGraph) -> Int {
    requests.contains { $0.key == key } ? component : subcomponent ?? component
  }

  /// Whether it asks for the key, gets nothing and can't do without.
  fileprivate func isMissing(_ key: Key, in graph: BindingGraph) -> Bool {
    let from = component(from: key, in: graph)
    guard !graph.isReplaced(self), graph.bindings(answering: key, from: from).isEmpty else {
      return false
    }
    return !requests.contains { $0.key == key } || !graph.isOptional(key, from: from)
      || requests.contains { $0.key == key && $0.form != .optional }
  }
}

extension WhyReport.Bound {
  private enum CodingKeys: String, CodingKey {
    case binding, kind, scope, override, signature, role
    case isReplaced = "replaced"
  }
}

extension WhyReport.Step {
  private enum CodingKeys: String, CodingKey {
    case key, binding, count
    case isCollection = "collection"
  }
}

extension WhyReport.Dependent {
  private enum CodingKeys: String, CodingKey {
    case binding, form, phrase
    case isReplaced = "replaced"
  }
}

extension WhyReport {
  private enum CodingKeys: String, CodingKey {
    case schema, key, cName, rootOf, bindings, dependents, lost, paths
    case isMissing = "missing"
    case isMore = "morePaths"
    case isCutShort = "searchLimitReached"
  }
}
