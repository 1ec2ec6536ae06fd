public import CleanseGraph

/// Finds the findings that differ between two runs.
public enum FindingComparison {
  /// A graph and what was found about it.
  public typealias Side = (graph: BindingGraph, findings: [Diagnostic])

  /// The findings that came, went or changed.
  public static func differences(from before: Side, to after: Side) -> [Difference] {
    let (old, new) = (known(before), known(after))
    let differences = Set(old.keys).union(new.keys).compactMap { identity -> Difference? in
      let (left, right) = (old[identity], new[identity])
      let fields = Difference.fields(left.map(said), right.map(said))
      guard !fields.isEmpty, let finding = right ?? left else { return nil }
      return Difference(
        change: left == nil ? .came : right == nil ? .went : .changed,
        name: name(of: finding, identity), kind: identity.code.rawValue, plugin: identity.origin,
        identity: identity.fingerprint, fields: fields)
    }
    return Difference.ordered(differences)
  }

  /// What the finding is about, as the plugin is a field of its own; what it says, where nothing else
  /// identifies it.
  private static func name(of finding: Diagnostic, _ identity: FindingIdentity) -> String {
    identity.parts.allSatisfy { $0.role == .origin }
      ? finding.message : identity.aboutWithoutOrigin
  }

  /// What is compared of a finding beyond its identity. The text is not: it differs by directories and by
  /// what was measured.
  private static func said(_ finding: Diagnostic) -> [Difference.Said] {
    [Difference.Said(name: "severity", value: finding.severity.rawValue)]
  }

  private static func known(_ side: Side) -> [FindingIdentity: Diagnostic] {
    Dictionary(
      zip(FindingIdentity.all(of: side.findings, in: side.graph), side.findings)
    ) { first, _ in first }
  }
}
