import Cleanse

/// Warns of a binding of a class that has no scope although several ask for it.
///
/// Each of them gets an instance of its own then. That is fine for a value; with an object, which
/// has an identity and as a rule a state, it is nearly always meant otherwise.
struct UnscopedClassValidator: CleanseBindingPlugin {
  static let code: Diagnostic.Code = "policy/unscoped-class-shared"

  func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
    for finding in Self.findings(in: root.graph) { errorReporter.report(finding) }
  }

  /// The findings, in the order of declaration; one pass over the bindings, and one over what they
  /// ask for.
  static func findings(in graph: BindingGraph) -> [Diagnostic] {
    var consumers: [Key: [Binding]] = [:]
    for binding in graph.bindings {
      for key in binding.instancesTaken { consumers[key, default: []].append(binding) }
    }
    return graph.bindings.compactMap { binding in
      guard binding.kind == .single, binding.scope == nil, binding.key.isClass,
        let consumers = consumers[binding.key], consumers.count > 1
      else { return nil }
      return finding(binding, consumers)
    }
  }

  private static func finding(_ binding: Binding, _ consumers: [Binding]) -> Diagnostic {
    Diagnostic(
      code, .warning,
      "\(binding.key) is a class without a scope, and \(consumers.count) bindings ask for it",
      at: binding.location, provenance: binding.provenance,
      notes: consumers.map { consumer in
        Diagnostic.Note(
          "\(consumer.key) gets an instance of its own", at: consumer.location,
          provenance: consumer.provenance)
      },
      fix: "Add .sharedInScope() if they are to share one instance, or let them ask for a "
        + "Provider if each is to make its own.")
  }
}

extension Binding {
  /// What it asks for an instance of. Who asks for a provider says that it makes its own.
  fileprivate var instancesTaken: Set<Key> {
    Set(requests.filter { $0.form == .instance || $0.form == .optional }.map(\.key))
  }
}
