import CleanseGraph

/// A concise builder for the graph of a test.
struct MadeUpGraph {
  private(set) var bindings: [Binding] = []
  private let root: Key
  private var components: [BindingGraph.Component]
  var dropped: [BindingGraph.Dropped] = []

  /// - Parameter requests: The requests of the root.
  init(root: String = "App.Root", requesting requests: [String] = []) {
    self.root = Self.key(root)
    components = [.init(name: "App", scope: "Singleton", root: Self.key(root))]
    bind(root, requesting: requests)
  }

  /// The key of a name; a name that begins with `[` is a collection.
  static func key(_ name: String) -> Key {
    Key(type: "t:\(name)", typeName: name, isClass: name.hasSuffix("Object"))
  }

  /// Adds a binding of a plugin, or of the application; the prefix `?` or `~` makes a request an
  /// optional or a weak one, and a name that ends with `Object` is that of a class.
  mutating func bind(
    _ name: String, by plugin: String? = nil, requesting requests: [String] = [],
    kind: Binding.Kind = .single, override: Int? = nil, order: Int? = nil,
    scope: String? = nil, component: ComponentIndex = 0, making subcomponent: ComponentIndex? = nil,
    perProcess: Bool = false, isService: Bool = false, source: Binding.Source = .factory
  ) {
    let index = bindings.count
    var binding =
      Binding(
        id: BindingIndex(index), component: component, key: Self.key(name), kind: kind,
        scope: scope,
        location: SourceLocation(file: "\(plugin ?? "App")/M.swift", path: "/x", line: index + 1),
        provenance: Provenance(origin: plugin, modules: plugin.map { ["\($0).Module"] } ?? []),
        requests: requests.map { request in
          switch request.first {
          case "?": Request(key: Self.key(String(request.dropFirst())), form: .optional)
          case "~": Request(key: Self.key(String(request.dropFirst())), form: .weakProvider)
          default: Request(key: Self.key(request), form: .instance)
          }
        }, override: override, order: order, subcomponent: subcomponent, source: source)
    binding.isPerProcess = perProcess
    binding.service = isService ? ServiceSettings() : nil
    bindings.append(binding)
  }

  /// Adds a subcomponent and returns its index.
  mutating func addComponent(_ name: String, root: String) -> ComponentIndex {
    components.append(.init(name: name, root: Self.key(root), parent: 0))
    return ComponentIndex(components.count - 1)
  }

  var graph: BindingGraph {
    BindingGraph(components: components, bindings: bindings, dropped: dropped)
  }

  /// The graph without the bindings of some plugins.
  func without(_ plugins: Set<String>) -> BindingGraph {
    var left = bindings.filter { $0.provenance.origin.map { !plugins.contains($0) } ?? true }
    for index in left.indices { left[index].id = BindingIndex(index) }
    return BindingGraph(components: components, bindings: left)
  }

  /// Some kinds of errors in a graph: missing bindings, duplicate bindings and
  /// overrides without a target, in the form in which the framework reports them.
  static func errors(in graph: BindingGraph) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for binding in graph.bindings where !graph.isReplaced(binding) {
      for (index, request) in zip(binding.requestIndices, binding.requests)
      where graph.bindings(answering: index, of: binding).isEmpty
        && !(request.form == .optional && graph.isOptional(request.key, from: binding.component))
      {
        found.append(
          Diagnostic(
            .missingBinding, .error, "missing binding for \(request.key)", at: binding.location,
            provenance: binding.provenance, subject: .edge(binding: binding.id, request: index)))
      }
    }
    for component in graph.componentIndices {
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
