package import CleanseGraph

extension Binding {
  /// The role of the binding for its key, in a few words.
  package func role(in graph: BindingGraph) -> String {
    var words = [what(in: graph)]
    if let scope { words.append("shared in \(scope)") }
    switch effect {
    case .throwing: words.append("can throw")
    case .asynchronous: words.append("asynchronous")
    case nil: break
    }
    if graph.isReplaced(self), kind != .optional {
      // The optional that it would wrap has no binding.
      words.append(kind == .decorator ? "no value to wrap" : "replaced")
    } else if let override {
      // A replacement has no declared precedence.
      words.append(
        override == 0 || isReplacement ? "override" : "override (precedence \(override))")
    }
    return words.joined(separator: ", ")
  }

  private func what(in graph: BindingGraph) -> String {
    switch kind {
    case .decorator: "decorator, order \(order ?? 0)"
    case .contribution: entry.map { "contribution for \($0)" } ?? "contribution"
    case .declaration: "declaration of the collection"
    case .optional: "optional declaration"
    case .seed: "seed passed to build"
    case .seedElement: "result of the provider passed to build"
    case .subcomponent:
      subcomponent.map { "factory of \(graph[$0].name)" } ?? "factory of a component"
    case .single: source?.rawValue ?? "binding"
    @unknown default: kind.rawValue
    }
  }
}
