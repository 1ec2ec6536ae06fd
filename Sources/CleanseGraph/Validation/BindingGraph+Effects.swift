extension BindingGraph {
  /// The first binding that provides the answer and has the effect.
  func cause(of effect: Effect, by answer: Resolution.Answer) -> Binding? {
    resolution.bindings(of: answer.group).first { resolution.effects[$0.number] == effect }
      .map { bindings[$0] }
  }

  /// The decorator without which a key could not throw: it can throw, and what it wraps can't. Nil if there is none.
  ///
  /// - Parameter outermost: The binding that provides the key, and can throw.
  func decorator(thatMakesThrow outermost: Binding) -> Binding? {
    var decorator = outermost
    while decorator.kind == .decorator {
      let wrapped = decorator.requestIndices.lazy.filter(decorator.wraps)
        .flatMap { answers(to: $0, of: decorator.id) }
        .first { resolution.effects[$0.number] == .throwing }
      guard let wrapped else { return decorator }
      decorator = bindings[wrapped]
    }
    return nil
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
