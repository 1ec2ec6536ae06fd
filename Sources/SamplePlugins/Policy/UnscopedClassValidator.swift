import Cleanse

/// Warns about an unscoped binding of a class on which several bindings depend.
///
/// Each dependent gets a separate instance. That is fine for a value; for an object, which has an
/// identity and usually state, it is rarely intended.
struct UnscopedClassValidator: CleanseBindingPlugin {
  static let code: Diagnostic.Code = "policy/unscoped-class-shared"

  func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
    for finding in Self.findings(in: root.graph) { errorReporter.report(finding) }
  }

  /// Returns the findings, in the order of declaration. Complexity: O(*n*) in the number of bindings
  /// and requests.
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
      "\(binding.key) is a class without a scope, and \(consumers.count) bindings depend on it",
      at: binding.location, provenance: binding.provenance,
      notes: consumers.map { consumer in
        Diagnostic.Note(
          "\(consumer.key) gets an instance of its own", at: consumer.location,
          provenance: consumer.provenance)
      },
      fix: "add .sharedInScope() to share one instance, or depend on a Provider if each is to "
        + "create its own")
  }
}

extension Binding {
  /// The keys that it requests as instances. A request for a provider shows that separate ones are intended.
  fileprivate var instancesTaken: Set<Key> {
    Set(requests.filter { $0.form == .instance || $0.form == .optional }.map(\.key))
  }
}
