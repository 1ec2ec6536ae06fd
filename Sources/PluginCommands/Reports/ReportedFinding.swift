import CleansePluginHost
import GraphRendering

/// A finding of `host validate`, with what is known of it beyond what it says itself.
struct ReportedFinding: Sendable {
  /// The finding as it is shown.
  let diagnostic: Diagnostic
  /// The place among the report's plugins of the one whose file it is about; nothing for a finding
  /// about the graph.
  let plugin: Int?
  /// The key that it is about.
  let key: String?
  /// The same for the same finding of another run.
  let fingerprint: String?
  /// Whether a baseline knows it, so that it doesn't count.
  let isKnown: Bool

  init(
    _ diagnostic: Diagnostic, plugin: Int? = nil, key: String? = nil, fingerprint: String? = nil,
    isKnown: Bool = false
  ) {
    self.diagnostic = diagnostic.abbreviated
    self.plugin = plugin
    self.key = key
    self.fingerprint = fingerprint
    self.isKnown = isKnown
  }

  /// The findings of a combination, in their order.
  ///
  /// - Parameter known: Those that a baseline knows.
  static func all(of combination: Combination, known: [Diagnostic]) -> [ReportedFinding] {
    let known = Set(known)
    var owners: [Diagnostic: Int] = [:]
    for (place, plugin) in combination.entries.enumerated() {
      for diagnostic in plugin.diagnostics where owners[diagnostic] == nil {
        owners[diagnostic] = place
      }
    }
    return zip(combination.findings, combination.identities).map { diagnostic, identity in
      ReportedFinding(
        diagnostic, plugin: owners[diagnostic], key: key(of: diagnostic, in: combination.graph),
        fingerprint: identity.fingerprint, isKnown: known.contains(diagnostic))
    }
  }

  /// What a binding binds; of a request, what it asks for.
  private static func key(of diagnostic: Diagnostic, in graph: BindingGraph) -> String? {
    guard let place = diagnostic.subject?.binding, graph.bindings.indices.contains(place) else {
      return nil
    }
    let binding = graph.bindings[place]
    if case .edge(_, let request) = diagnostic.subject, binding.requests.indices.contains(request) {
      return binding.requests[request].key.description
    }
    return binding.key.description
  }
}
