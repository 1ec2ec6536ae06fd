extension [Diagnostic] {
  /// The findings as a text has them: those that say the same of several plugins are one, the first. It has the messages of
  /// the others as notes.
  ///
  /// They say the same if they are about one contract, and have equal notes and an equal fix. In other formats, each plugin has
  /// its own.
  package var joined: [Diagnostic] {
    var joined: [Diagnostic] = []
    var indices: [CommonCause: Int] = [:]
    for finding in self {
      if let cause = CommonCause(finding), let index = indices[cause] {
        joined[index].notes.append(
          Diagnostic.Note(finding.message, provenance: finding.provenance))
      } else {
        if let cause = CommonCause(finding) { indices[cause] = joined.count }
        joined.append(finding)
      }
    }
    return joined
  }
}

/// What findings about several plugins have in common.
private struct CommonCause: Hashable {
  let code: Diagnostic.Code
  let severity: Diagnostic.Severity
  let contract: Diagnostic.Argument
  let notes: [Diagnostic.Note]
  let fix: String?

  /// Creates the cause of a finding about a contract; nil for another finding.
  init?(_ finding: Diagnostic) {
    guard let contract = finding.arguments.first(where: { $0.name == "contract" }) else {
      return nil
    }
    self.contract = contract
    (code, severity) = (finding.code, finding.severity)
    (notes, fix) = (finding.notes, finding.fix)
  }
}
