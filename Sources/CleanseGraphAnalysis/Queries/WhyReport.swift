public import CleanseGraph
import CleanseSupport

/// The bindings of a key, its dependents, and its paths from the root: what `host why` shows.
public struct WhyReport: Encodable, Sendable {
  /// A binding of the key.
  public struct KeyBinding: Encodable, Sendable {
    /// The binding itself.
    public let binding: BindingReference
    /// What kind of binding it is.
    public let kind: Binding.Kind
    /// The scope in which the instance is shared.
    public let scope: String?
    /// The precedence among overrides; nil if it is not an override.
    public let override: Int?
    /// The order of a decorator among those of its component, lowest first; nil for another binding.
    public let order: Int?
    /// Whether an override replaces it, or it is a decorator without a value to wrap.
    public let isReplaced: Bool
    /// For a C-declared binding: the function or the value as its author describes it.
    public let signature: String?
    /// The role of the binding for its key, in a few words.
    public let role: String
  }

  /// A binding that depends on the key.
  public struct Dependent: Encodable, Sendable {
    /// The binding whose factory requests the key.
    public let binding: BindingReference
    /// The form of the request; nil for the factory of a subcomponent whose root is the key.
    public let form: RequestForm?
    /// The parameter in Swift syntax.
    public let phrase: String?
    /// Whether an override replaces the dependent, so that the request is never made.
    public let isReplaced: Bool
  }

  /// A binding of the key that a rejected plugin would have added.
  public struct RejectedBinding: Encodable, Sendable {
    /// The plugin that was rejected.
    public let plugin: String?
    /// The source location of the binding.
    public let location: SourceLocation?
  }

  /// A step of a path from the root.
  public struct Step: Encodable, Hashable, Sendable {
    /// The key of the step.
    public let key: String
    /// The binding that provides the key; nil if several do, or none.
    public let binding: BindingReference?
    /// The number of bindings that provide the key, without declarations.
    public let count: Int
    /// Whether the key is a collection.
    public let isCollection: Bool
  }

  /// The name and version of the JSON that it is encoded as.
  public let schema = "cleanse-why/1"
  /// The display name of the key.
  public let key: String
  /// The C name of the key.
  public let cName: String?
  /// The names of the components whose root is the key.
  public let rootOf: [String]
  /// All bindings of the key: those that decorators wrap, in the order of the graph, then the decorators, in the order in which
  /// they are applied.
  public let bindings: [KeyBinding]
  /// All dependents of the key, in the order of the graph.
  public let dependents: [Dependent]
  /// The bindings of the key that rejected plugins would have added.
  public let rejected: [RejectedBinding]
  /// The paths from the root to the key, the shortest first.
  public let paths: [[Step]]
  /// How bindings of the key tie plugins, which therefore run in one process.
  public let ties: [IslandTie]
  /// Whether there are, or may be, more paths.
  public let hasMorePaths: Bool
  /// Whether the search stopped at its limit of steps before it found the requested number of paths.
  public let reachedSearchLimit: Bool
  /// Whether all paths were requested, rather than one shortest path.
  public let listsAllPaths: Bool
  /// Whether a binding requires the key and no binding provides it.
  public let isMissing: Bool
  /// Whether the graph has more than one component, so that reports name them.
  public let hasComponents: Bool

  /// Explains a key of a graph.
  ///
  /// - Parameters:
  ///   - key: A key, such as one that ``KeySearch`` found.
  ///   - graph: The graph to search.
  ///   - limit: The maximum number of paths; nil for one shortest path.
  public init(_ key: Key, in graph: BindingGraph, limit: Int?) {
    self.key = key.description
    cName = key.alias
    rootOf = graph.components.filter { $0.root == key }.map(\.name)
    bindings = Self.bindings(of: key, in: graph).map { KeyBinding($0, in: graph) }
    let dependent = graph.bindings.compactMap { binding in
      binding.depends(on: key, in: graph) ? binding : nil
    }
    dependents = dependent.flatMap { Dependent.all($0, for: key, in: graph) }
    rejected = graph.dropped.filter { $0.key == key }
      .map { RejectedBinding(plugin: $0.provenance.origin, location: $0.location) }
    let table = RequestTable(graph)
    let found = KeyPaths(
      to: key, in: graph, table: table, limit: limit.map { $0 + 1 } ?? 1)
    paths = found.paths.prefix(limit ?? 1).map { Self.steps($0, to: key, in: graph) }
    hasMorePaths = found.paths.count > limit ?? 1 || (limit != nil && found.reachedSearchLimit)
    reachedSearchLimit =
      limit != nil && found.reachedSearchLimit && found.paths.count <= limit ?? 1
    listsAllPaths = limit != nil
    ties = IslandTie.all(by: key, in: graph)
    isMissing =
      table.groups[table.root].key == key && table.groups[table.root].providers.isEmpty
      || dependent.contains { $0.isMissing(key, in: graph) }
    hasComponents = graph.components.count > 1
  }

  private static func bindings(of key: Key, in graph: BindingGraph) -> [Binding] {
    let all = graph.bindings.filter { $0.key == key }
    let decorators = all.filter { $0.kind == .decorator }
    let applied = decorators.map(\.component).distinct()
      .flatMap { graph.decorators(of: key, in: $0) }
    // Those without a value to wrap are not applied.
    let others = decorators.filter { decorator in !applied.contains { $0.id == decorator.id } }
    return all.filter { $0.kind != .decorator } + applied + others
  }

  /// The bindings on a path, followed by the decorators of the key, the last one first, and by a step for what they wrap.
  private static func steps(_ path: [BindingIndex], to key: Key, in graph: BindingGraph) -> [Step] {
    let component = path.last.map { graph[$0] }?.component(from: key, in: graph) ?? .root
    var all = graph.bindings(answering: key, from: component)
    var path = path
    while let decorator = all.first,
      let request = decorator.requestIndices.first(where: decorator.wraps)
    {
      path.append(decorator.id)
      all = graph.bindings(answering: request, of: decorator)
    }
    let providing = all.filter { $0.kind != .declaration }
    // A collection may have only its declaration.
    let ends = providing.isEmpty ? all : providing
    let end = Step(
      key: key.description,
      binding: ends.count == 1 ? ends.first.map { BindingReference($0, in: graph) } : nil,
      count: ends.count, isCollection: all.contains { $0.kind.isPartOfCollection })
    return path.map { index in
      let binding = graph[index]
      return Step(
        key: binding.key.description, binding: BindingReference(binding, in: graph), count: 1,
        isCollection: binding.kind.isPartOfCollection)
    } + [end]
  }
}

extension WhyReport.KeyBinding {
  fileprivate init(_ binding: Binding, in graph: BindingGraph) {
    self.binding = BindingReference(binding, in: graph)
    kind = binding.kind
    scope = binding.scope
    override = binding.override
    order = binding.kind == .decorator ? binding.order ?? 0 : nil
    isReplaced = graph.isReplaced(binding) && binding.kind != .optional
    signature = binding.signature
    role = binding.role(in: graph)
  }
}

extension WhyReport.Dependent {
  /// The binding as a dependent, once for each form in which it requests the key.
  fileprivate static func all(_ binding: Binding, for key: Key, in graph: BindingGraph) -> [Self] {
    var seen: Set<Request> = []
    let requests = binding.requests.filter { $0.key == key && seen.insert($0).inserted }
    let reference = BindingReference(binding, in: graph)
    let isReplaced = graph.isReplaced(binding)
    let dependents = requests.map {
      Self(binding: reference, form: $0.form, phrase: $0.phrase, isReplaced: isReplaced)
    }
    return binding.isFactory(of: key, in: graph)
      ? dependents + [Self(binding: reference, form: nil, phrase: nil, isReplaced: isReplaced)]
      : dependents
  }
}

extension Binding {
  /// Whether it is the factory of a subcomponent whose root is the key.
  fileprivate func isFactory(of key: Key, in graph: BindingGraph) -> Bool {
    subcomponent.map { graph[$0].root == key } ?? false
  }

  fileprivate func depends(on key: Key, in graph: BindingGraph) -> Bool {
    requests.contains { $0.key == key } || isFactory(of: key, in: graph)
  }

  /// The component from which it requests the key.
  fileprivate func component(from key: Key, in graph: BindingGraph) -> ComponentIndex {
    requests.contains { $0.key == key } ? component : subcomponent ?? component
  }

  /// The bindings that provide its request of the key: for a decorator of the key, what it wraps.
  private func providers(
    of key: Key, from component: ComponentIndex, in graph: BindingGraph
  ) -> [Binding] {
    guard let request = requestIndices.first(where: { wraps($0) && self.key == key }) else {
      return graph.bindings(answering: key, from: component)
    }
    return graph.bindings(answering: request, of: self)
  }

  /// Whether it requires the key and no binding provides it.
  fileprivate func isMissing(_ key: Key, in graph: BindingGraph) -> Bool {
    let from = component(from: key, in: graph)
    guard !graph.isReplaced(self), providers(of: key, from: from, in: graph).isEmpty else {
      return false
    }
    return !requests.contains { $0.key == key } || !graph.isOptional(key, from: from)
      || requests.contains { $0.key == key && !$0.form.allowsAbsence }
  }
}

extension WhyReport.KeyBinding {
  private enum CodingKeys: String, CodingKey {
    case binding, kind, scope, override, order, signature, role
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
    case schema, key, cName, rootOf, bindings, dependents, rejected, paths, ties
    case isMissing = "missing"
    case hasMorePaths = "morePaths"
    case reachedSearchLimit = "searchLimitReached"
  }
}
