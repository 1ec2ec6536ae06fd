import Cleanse

/// Which findings come and which go when something changes.
struct FindingChange {
  let come: [Diagnostic]
  let go: [Diagnostic]

  /// What a finding says, whatever place its part of the graph has; and whom else it names, which
  /// can change without making it another one.
  private struct Sense: Hashable {
    let code: Diagnostic.Code
    let severity: Diagnostic.Severity
    let message: String
    var location: SourceLocation?
    var provenance: Provenance?

    init(_ finding: Diagnostic, withPlace: Bool) {
      (code, severity, message) = (finding.code, finding.severity, finding.message)
      guard withPlace else { return }
      (location, provenance) = (finding.location, finding.provenance)
    }
  }

  /// Findings that tell the same at the same place are one; then those that tell the same, as what is
  /// told of several places stands with the first of them.
  init(from before: [Diagnostic], to after: [Diagnostic]) {
    var (before, after) = (before, after)
    for withPlace in [true, false] {
      (before, after) = (
        Self.without(after, in: before, withPlace), Self.without(before, in: after, withPlace)
      )
    }
    (go, come) = (before, after)
  }

  /// The findings that have no counterpart among the others, each of which is one finding's.
  private static func without(
    _ others: [Diagnostic], in findings: [Diagnostic], _ withPlace: Bool
  ) -> [Diagnostic] {
    var count: [Sense: Int] = [:]
    for other in others { count[Sense(other, withPlace: withPlace), default: 0] += 1 }
    return findings.filter { finding in
      let sense = Sense(finding, withPlace: withPlace)
      guard let left = count[sense], left > 0 else { return true }
      count[sense] = left - 1
      return false
    }
  }
}
