package import CleanseGraph

/// A finding of a run, with the text that identifies it in other runs.
package struct IdentifiedFinding: Sendable {
  package let finding: Diagnostic
  /// The fingerprint of its identity; no two findings of a run have the same one.
  package let fingerprint: String
  /// The subject of the finding, for reviewers of a baseline.
  package let about: String

  package init(_ finding: Diagnostic, fingerprint: String, about: String) {
    self.finding = finding
    self.fingerprint = fingerprint
    self.about = about
  }

  init(_ finding: Diagnostic, _ identity: FindingIdentity) {
    self.init(finding, fingerprint: identity.fingerprint, about: identity.about(finding))
  }

  /// The findings of a run that checked a single graph.
  package static func all(
    _ findings: [Diagnostic], in graph: BindingGraph
  ) -> [IdentifiedFinding] {
    zip(findings, FindingIdentity.all(of: findings, in: graph)).map { IdentifiedFinding($0, $1) }
  }
}
