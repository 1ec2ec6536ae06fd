/// Finds shared values that are part of a cycle of dependencies, which deferred requests make possible.
///
/// An instance of such a cycle lives as long as it is held outside of the cycle, and a deferred request finds
/// it again. A value of a structure or an enumeration can't be found again, so there would be a second one.
struct CyclicValueValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.resolution.cyclicBindings.sorted().map { graph.bindings[$0] }
      .filter { $0.scope != nil && isValue($0) }
      .map(finding)
  }

  /// Whether the binding's value has no identity. An array has that of its elements.
  private func isValue(_ binding: Binding) -> Bool {
    guard binding.kind == .contribution else { return binding.key.isValue }
    return switch TypeShape(binding.key.typeName) {
    case .set, .dictionary: true
    default: false
    }
  }

  private func finding(_ binding: Binding) -> Diagnostic {
    Diagnostic(
      .cyclicValue, .error,
      "\(binding.key) is a shared value, and depends on itself through a deferred request",
      on: binding,
      fix: "make it a class, or leave out .sharedInScope(), so that each requester gets its own")
  }
}
