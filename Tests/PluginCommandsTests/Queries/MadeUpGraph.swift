import CleanseGraph

/// A graph of a test, in the words in which one thinks of it.
struct MadeUpGraph {
  private(set) var bindings: [Binding] = []
  private let root: Key
  private var components: [BindingGraph.Component]
  var dropped: [BindingGraph.Dropped] = []

  /// - Parameter asking: What the root asks for.
  init(root: String = "App.Root", asking requests: [String] = []) {
    self.root = Self.key(root)
    components = [.init(name: "App", scope: "Singleton", root: Self.key(root))]
    bind(root, asking: requests)
  }

  /// A key of that name; one that begins with `[` is a collection.
  static func key(_ name: String) -> Key { Key(type: "t:\(name)", typeName: name) }

  /// Adds a binding of a plugin, or of the application; a `?` or a `~` in front of a request makes it an
  /// optional or a weak one.
  mutating func bind(
    _ name: String, by plugin: String? = nil, asking requests: [String] = [],
    kind: Binding.Kind = .single, override: Int? = nil, scope: String? = nil, component: Int = 0,
    making subcomponent: Int? = nil
  ) {
    let place = bindings.count
    bindings.append(
      Binding(
        id: place, component: component, key: Self.key(name), kind: kind, scope: scope,
        location: SourceLocation(file: "\(plugin ?? "App")/M.swift", path: "/x", line: place + 1),
        provenance: Provenance(origin: plugin, modules: plugin.map { ["\($0).Module"] } ?? []),
        requests: requests.map { request in
          switch request.first {
          case "?": Request(key: Self.key(String(request.dropFirst())), form: .optional)
          case "~": Request(key: Self.key(String(request.dropFirst())), form: .weakProvider)
          default: Request(key: Self.key(request), form: .instance)
          }
        }, override: override, subcomponent: subcomponent, source: .factory))
  }

  /// Adds an inner component, whose place it returns.
  mutating func addComponent(_ name: String, root: String) -> Int {
    components.append(.init(name: name, root: Self.key(root), parent: 0))
    return components.count - 1
  }

  var graph: BindingGraph {
    BindingGraph(components: components, bindings: bindings, dropped: dropped)
  }

  /// The graph without what some plugins brought.
  func without(_ plugins: Set<String>) -> BindingGraph {
    var left = bindings.filter { $0.provenance.origin.map { !plugins.contains($0) } ?? true }
    for place in left.indices { left[place].id = place }
    return BindingGraph(components: components, bindings: left)
  }

  /// What is wrong with a graph, of some kinds of errors: what is missing, what is bound twice, and
  /// overrides of nothing, each told as the framework tells it.
  static func errors(in graph: BindingGraph) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for binding in graph.bindings where !graph.isReplaced(binding) {
      for (place, request) in binding.requests.enumerated()
      where graph.bindings(answering: request.key, from: binding.component).isEmpty
        && !(request.form == .optional && graph.isOptional(request.key, from: binding.component))
      {
        found.append(
          Diagnostic(
            .missingBinding, .error, "missing binding for \(request.key)", at: binding.location,
            provenance: binding.provenance, subject: .edge(binding: binding.id, request: place)))
      }
    }
    for component in graph.components.indices {
      for key in graph.keys(of: component) {
        let all = graph.bindings(of: key, in: component)
        let rivals = all.filter { $0.kind == .single && !graph.isReplaced($0) }
        if rivals.count > 1 {
          found.append(
            Diagnostic(
              rivals[0].override == nil ? .duplicateBinding : .overrideConflict, .error,
              "\(key) is bound \(rivals.count) times", at: rivals[0].location,
              provenance: rivals[0].provenance,
              notes: rivals.map {
                Diagnostic.Note("bound here", at: $0.location, provenance: $0.provenance)
              }))
        }
        if let first = all.first, all.allSatisfy({ $0.override != nil }) {
          found.append(
            Diagnostic(
              .overrideWithoutTarget, .error, "override of \(key) replaces no binding",
              at: first.location, provenance: first.provenance, subject: .binding(first.id)))
        }
      }
    }
    return found
  }
}
