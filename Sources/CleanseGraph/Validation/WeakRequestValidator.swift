/// Finds weak requests of what is not shared: there is no instance that they could ever find.
struct WeakRequestValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.bindings.indices.filter { !graph.resolution.isReplaced[$0] }.flatMap { place in
      let requests = graph.bindings[place].requests
      return requests.indices.filter { requests[$0].form == .weakProvider }
        .compactMap { finding(graph.bindings[place], $0, graph) }
    }
  }

  private func finding(
    _ binding: Binding, _ place: Int, _ graph: BindingGraph
  ) -> Diagnostic? {
    let request = binding.requests[place]
    let answers = graph.answers(to: place, of: binding.id).map { graph.bindings[$0] }
    guard let answer = answers.first,
      answers.count > 1 || answer.kind != .single || !answer.isShared
    else { return nil }
    return Diagnostic(
      .weakWithoutScope, .error,
      "\(binding.key) asks weakly for \(request.key), which is not shared",
      on: binding, request: place,
      notes: [
        Diagnostic.Note("\(request.key) is bound here", on: answer),
        graph.note("\(binding.key) asks for it\(request.form.phrase)", on: binding),
      ],
      fix: "share it with .sharedInScope(), or ask for it in another form")
  }
}

extension Binding {
  fileprivate var isShared: Bool { scope != nil }
}
