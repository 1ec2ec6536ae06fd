/// Finds weak requests of what is not shared: there is no instance that they could ever find.
struct WeakRequestValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.bindings.indices.flatMap { place in
      graph.isReplaced(at: place)
        ? []
        : graph.index.answersOfBindings[place].enumerated().compactMap { number, answer in
          graph.bindings[place].requests[number].form == .weakProvider
            ? finding(
              graph.bindings[place], graph.bindings[place].requests[number],
              graph.index.places(of: answer).map { graph.bindings[$0] })
            : nil
        }
    }
  }

  private func finding(
    _ binding: Binding, _ request: Request, _ answers: [Binding]
  ) -> Diagnostic? {
    guard let answer = answers.first,
      answers.count > 1 || answer.kind != .single || !answer.isShared
    else { return nil }
    return Diagnostic(
      .weakWithoutScope, .error,
      "\(binding.key) asks weakly for \(request.key), which is not shared",
      at: binding.location, provenance: binding.provenance,
      notes: [
        Diagnostic.Note(
          "\(request.key) is bound here", at: answer.location, provenance: answer.provenance)
      ],
      remedy: "share it with .sharedInScope(), or ask for it in another form")
  }
}

extension Binding {
  fileprivate var isShared: Bool { scope != nil }
}
