public import CleanseGraph

/// Finds the findings that differ between two runs.
public enum FindingComparison {
  /// A graph and the findings about it.
  public typealias Side = (graph: BindingGraph, findings: [Diagnostic])

  /// Returns the findings that were added, removed or changed.
  public static func differences(from before: Side, to after: Side) -> [Difference] {
    let (old, new) = (byIdentity(before), byIdentity(after))
    let differences = Set(old.keys).union(new.keys).compactMap { identity -> Difference? in
      let (left, right) = (old[identity], new[identity])
      let fields = Difference.fields(left.map(properties), right.map(properties))
      guard !fields.isEmpty, let finding = right ?? left else { return nil }
      return Difference(
        change: left == nil ? .added : right == nil ? .removed : .changed,
        name: name(of: finding, identity), kind: identity.code.rawValue, plugin: identity.origin,
        identity: identity.fingerprint, fields: fields)
    }
    return Difference.ordered(differences)
  }

  /// The subject of the finding without the plugin, which is a separate member; the message if nothing else
  /// identifies the finding.
  private static func name(of finding: Diagnostic, _ identity: FindingIdentity) -> String {
    identity.parts.allSatisfy { $0.role == .origin }
      ? finding.message : identity.aboutWithoutOrigin
  }

  /// The properties of a finding that are compared, beyond its identity. The text is not: it may contain
  /// directories and measured values.
  private static func properties(_ finding: Diagnostic) -> [Difference.Property] {
    [Difference.Property(name: "severity", value: finding.severity.rawValue)]
  }

  private static func byIdentity(_ side: Side) -> [FindingIdentity: Diagnostic] {
    Dictionary(
      zip(FindingIdentity.all(of: side.findings, in: side.graph), side.findings)
    ) { first, _ in first }
  }
}
