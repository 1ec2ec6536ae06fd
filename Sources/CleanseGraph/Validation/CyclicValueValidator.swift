/// Finds shared values that are part of a cycle of dependencies, which deferred and weak requests make possible.
///
/// An instance in such a cycle lives as long as it is held outside of the cycle, and a deferred request returns
/// that instance. A structure or an enumeration has no identity, so the request would create a second value.
struct CyclicValueValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.resolution.cyclicBindings.sorted().map { graph[$0] }
      .filter { $0.scope != nil && isValue($0) }
      .map(finding)
  }

  /// Whether the binding's value has no identity. An array counts as its elements do.
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
      "\(binding.key) is a shared value that depends on itself through a deferred request",
      on: binding,
      fix: "make it a class, or remove .sharedInScope() so that each requester gets its own")
  }
}
