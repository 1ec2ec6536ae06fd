package import CleanseGraph

extension Binding {
  /// What it does for its key, in a few words.
  package func role(in graph: BindingGraph) -> String {
    var words = [what(in: graph)]
    if let scope { words.append("shared in \(scope)") }
    switch effect {
    case .throwing: words.append("can throw")
    case .asynchronous: words.append("asynchronous")
    case nil: break
    }
    if graph.isReplaced(self), kind != .optional {
      words.append("replaced")
    } else if let override {
      // Nobody wrote down the place of a replacement.
      words.append(
        override == 0 || override == .max ? "an override" : "an override at place \(override)")
    }
    return words.joined(separator: ", ")
  }

  private func what(in graph: BindingGraph) -> String {
    switch kind {
    case .contribution: entry.map { "contribution for \($0)" } ?? "contribution"
    case .declaration: "declares the collection"
    case .optional: "declares it optional"
    case .seed: "given to build"
    case .seedElement: "what the provider returns that is given to build"
    case .subcomponent:
      subcomponent.map { "factory of \(graph.components[$0].name)" } ?? "factory of a component"
    case .single: source?.rawValue ?? "binding"
    @unknown default: kind.rawValue
    }
  }
}
