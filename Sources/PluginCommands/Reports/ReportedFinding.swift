import CleansePluginHost

/// A finding of `host validate`, with its plugin, key, fingerprint and baseline state.
struct ReportedFinding: Sendable {
  /// The finding, abbreviated for display.
  let diagnostic: Diagnostic
  /// The index in the report of the plugin whose file it is about; nil for a finding about the graph.
  let plugin: Int?
  /// The key that it is about.
  let key: String?
  /// The fingerprint of its identity, which is equal in other runs.
  let fingerprint: String?
  /// Whether it is in the baseline, so that it does not count.
  let isUnchanged: Bool

  init(
    _ diagnostic: Diagnostic, plugin: Int? = nil, key: String? = nil, fingerprint: String? = nil,
    isUnchanged: Bool = false
  ) {
    self.diagnostic = diagnostic.abbreviated
    self.plugin = plugin
    self.key = key
    self.fingerprint = fingerprint
    self.isUnchanged = isUnchanged
  }

  /// The findings of a combination, in order.
  ///
  /// - Parameter unchanged: The findings that are in the baseline.
  static func all(of combination: Combination, unchanged: [Diagnostic]) -> [ReportedFinding] {
    let unchanged = Set(unchanged)
    var owners: [Diagnostic: Int] = [:]
    for (index, plugin) in combination.entries.enumerated() {
      for diagnostic in plugin.diagnostics where owners[diagnostic] == nil {
        owners[diagnostic] = index
      }
    }
    return zip(combination.findings, combination.identities).map { diagnostic, identity in
      ReportedFinding(
        diagnostic, plugin: owners[diagnostic], key: key(of: diagnostic, in: combination.graph),
        fingerprint: identity.fingerprint, isUnchanged: unchanged.contains(diagnostic))
    }
  }

  /// The key of the binding, or of the request, that the finding is about.
  private static func key(of diagnostic: Diagnostic, in graph: BindingGraph) -> String? {
    guard let index = diagnostic.subject?.binding, graph.bindings.indices.contains(index) else {
      return nil
    }
    let binding = graph.bindings[index]
    if case .edge(_, let request) = diagnostic.subject, binding.requests.indices.contains(request) {
      return binding.requests[request].key.description
    }
    return binding.key.description
  }
}
