extension BindingGraph {
  /// The first binding that provides the answer and has the effect.
  func cause(of effect: Effect, by answer: Resolution.Answer) -> Binding? {
    resolution.bindings(of: answer.group).first { resolution.effects[$0.number] == effect }
      .map { bindings[$0] }
  }

  /// A path from this binding, which can throw, to a binding whose factory throws.
  func path(toFactoryThatThrows binding: Binding) -> [Binding] {
    var path = [binding]
    var seen: Set<BindingIndex> = [binding.id]
    while let last = path.last, last.effect == nil {
      let next = last.requestIndices.lazy.filter { last[$0].form.isImmediate }
        .flatMap { answers(to: $0, of: last.id) }
        .first { resolution.effects[$0.number] == .throwing && !seen.contains($0) }
      guard let next else { break }
      seen.insert(next)
      path.append(bindings[next])
    }
    return path
  }
}
