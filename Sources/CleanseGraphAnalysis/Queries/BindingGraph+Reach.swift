package import CleanseGraph

extension BindingGraph {
  /// The contributors that bindings need: with these alone, the bindings provide the same as with all. They have a part in
  /// what the bindings provide, or declare names of the guest language that these use.
  package func contributors(neededFor bindings: [BindingIndex]) -> Set<String> {
    let reached = reach(from: bindings).map { self[$0] }
    return (declarations.names?.declarers(for: reached) ?? [])
      .union(reached.compactMap(\.provenance.origin))
  }

  /// The bindings that have a part in what the given bindings provide, including these: the bindings of every key that
  /// they request, in effect or not, the contributions that are inherited from ancestors, and the roots of
  /// subcomponents, and so on.
  func reach(from bindings: [BindingIndex]) -> Set<BindingIndex> {
    var reached: Set<BindingIndex> = []
    var groups: Set<GroupIndex> = []
    var open = bindings
    func visit(_ group: GroupIndex?) {
      var next = group
      while let group = next, groups.insert(group).inserted {
        open += resolution.members(of: group)
        next = resolution.groups[group].ancestor
      }
    }
    while let binding = open.popLast() {
      guard reached.insert(binding).inserted else { continue }
      for answer in resolution.answers(of: binding) { visit(answer.group) }
      if let subcomponent = self[binding].subcomponent {
        visit(resolution.roots[subcomponent.number].group)
      }
    }
    return reached
  }
}
