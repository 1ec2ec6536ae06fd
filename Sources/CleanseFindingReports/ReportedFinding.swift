package import CleanseGraph
package import CleanseGraphAnalysis

/// A finding in a report, with its subject, key, fingerprint and baseline state.
package struct ReportedFinding: Sendable {
  /// The finding, abbreviated for display.
  package let diagnostic: Diagnostic
  /// The index in the report of the subject that it is about, if it is about one alone.
  package let subject: Int?
  /// The key that it is about.
  let key: String?
  /// The fingerprint of its identity, which is equal in other runs.
  package let fingerprint: String?
  /// Whether it is in the baseline, so that it does not count.
  package let isUnchanged: Bool
  /// The number of findings that it stands for: more than one if these are not listed.
  let count: Int

  package init(
    _ diagnostic: Diagnostic, subject: Int? = nil, key: String? = nil, fingerprint: String? = nil,
    isUnchanged: Bool = false, count: Int = 1
  ) {
    self.diagnostic = diagnostic.abbreviated
    self.subject = subject
    self.key = key.map(Abbreviation.passage)
    self.fingerprint = fingerprint
    self.isUnchanged = isUnchanged
    self.count = count
  }

  /// - Parameters:
  ///   - graph: The graph that the subject of the finding refers to; nil if there is none.
  ///   - baseline: The comparison with the baseline, if there is one.
  package init(
    _ identified: IdentifiedFinding, subject: Int?, in graph: BindingGraph?,
    baseline: BaselineResult?
  ) {
    self.init(
      identified.finding, subject: subject,
      key: graph.flatMap { Self.key(of: identified.finding, in: $0) },
      fingerprint: identified.fingerprint, isUnchanged: baseline?.accepts(identified) ?? false)
  }

  /// The key of the binding, or of the request, that the finding is about.
  private static func key(of diagnostic: Diagnostic, in graph: BindingGraph) -> String? {
    guard let index = diagnostic.subject?.binding, graph.bindingIndices.contains(index) else {
      return nil
    }
    let binding = graph[index]
    if case .edge(_, let request) = diagnostic.subject, binding.requestIndices.contains(request) {
      return binding[request].key.description
    }
    return binding.key.description
  }
}

extension [ReportedFinding] {
  /// The findings without those in the baseline.
  package var new: [Diagnostic] {
    filter { !$0.isUnchanged }.map(\.diagnostic)
  }
}
