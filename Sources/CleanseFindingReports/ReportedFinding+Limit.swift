package import CleanseGraph

extension [ReportedFinding] {
  /// The number of findings of one code about one plugin that a report lists.
  package static let listed = 1000

  /// The findings that a report lists. Of alike ones beyond the limit, a single finding has the number: a small plugin can
  /// have hundreds of thousands, and viewers of reports accept some ten thousands.
  ///
  /// All have to be judged before, as only the first ones are left of what is compared with a baseline.
  package func limited(to limit: Int = listed) -> [ReportedFinding] {
    guard count > limit else { return self }
    var counts: [Likeness: Int] = [:]
    for finding in self { counts[Likeness(finding), default: 0] += 1 }
    var listed: [Likeness: Int] = [:]
    return compactMap { finding in
      let likeness = Likeness(finding)
      let number = listed[likeness, default: 0] + 1
      listed[likeness] = number
      let surplus = counts[likeness, default: number] - limit
      guard number > limit, surplus > 1 else { return finding }
      return number == limit + 1 ? finding.standing(for: surplus) : nil
    }
  }

  /// The number of findings, with those that are not listed, to which a condition applies.
  func total(where condition: (ReportedFinding) -> Bool) -> Int {
    reduce(0) { condition($1) ? $0 + $1.count : $0 }
  }

  /// The number of findings of a severity that are not in the baseline.
  package func totalNew(_ severity: Diagnostic.Severity) -> Int {
    total { !$0.isUnchanged && $0.diagnostic.severity == severity }
  }
}

/// What the findings have in common that count together.
private struct Likeness: Hashable {
  private let code: Diagnostic.Code
  private let severity: Diagnostic.Severity
  private let origin: String?
  private let subject: Int?
  private let isUnchanged: Bool

  init(_ finding: ReportedFinding) {
    code = finding.diagnostic.code
    severity = finding.diagnostic.severity
    origin = finding.diagnostic.provenance?.origin
    subject = finding.subject
    isUnchanged = finding.isUnchanged
  }
}

extension ReportedFinding {
  /// A finding in place of this one and others that are alike.
  fileprivate func standing(for count: Int) -> ReportedFinding {
    let diagnostic = Diagnostic(
      diagnostic.code, diagnostic.severity,
      "\(count) more findings of this code are not listed",
      provenance: diagnostic.provenance.map { Provenance(origin: $0.origin) },
      fix: "fix the listed ones first")
    return ReportedFinding(diagnostic, subject: subject, isUnchanged: isUnchanged, count: count)
  }
}
