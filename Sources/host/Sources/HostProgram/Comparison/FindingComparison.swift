import Cleanse
import CleansePluginHost

/// Finds the findings that differ between two runs.
enum FindingComparison {
  private struct Known {
    let finding: Diagnostic
    let text: StableText

    /// What is said of the finding beyond its identity. Numbers that differ from run to run don't count.
    var said: [Difference.Said] {
      [
        Difference.Said(name: "severity", value: finding.severity.rawValue),
        Difference.Said(name: "message", value: text.of(finding)),
      ]
    }

    /// The message for people.
    var message: String { text.of(finding.message, taking: .none) }
  }

  /// The findings that came, went or changed.
  static func differences(from before: DiffSide, to after: DiffSide) -> [Difference] {
    let (old, new) = (known(before), known(after))
    let differences = Set(old.keys).union(new.keys).compactMap { identity -> Difference? in
      let (left, right) = (old[identity], new[identity])
      let fields = Difference.fields(left?.said, right?.said)
      guard !fields.isEmpty, let message = (right ?? left)?.message else { return nil }
      let isChange = left != nil && right != nil
      return Difference(
        change: isChange ? .changed : left == nil ? .came : .went, name: message,
        kind: identity.code.rawValue, plugin: identity.origin,
        identity: identity.fingerprint,
        fields: isChange ? fields : fields.filter { $0.name != "message" })
    }
    return Difference.ordered(differences)
  }

  private static func known(_ side: DiffSide) -> [FindingIdentity: Known] {
    let text = StableText(files: side.plugins.map(\.file))
    let identities = FindingIdentity.all(
      of: side.findings, in: side.graph, files: side.plugins.map(\.file))
    let findings = side.findings.map { Known(finding: $0, text: text) }
    return Dictionary(zip(identities, findings)) { first, _ in first }
  }
}
