public import CleanseGraph

/// How the findings of a run are judged: the levels of their codes, whether warnings count as errors, and which findings
/// were accepted before. It alone decides what a finding means for the plugin or the graph that it is about.
///
/// An error about a plugin remains an error, because the plugin is rejected anyway. A lesser finding about a plugin that is
/// raised to an error rejects the plugin. Findings of a graph can have any level; linking still fails for a graph that can't
/// be linked.
public struct Judgement: Hashable, Sendable {
  /// The levels that the user set, by code. Findings of other codes keep their severity.
  public var levels: [Diagnostic.Code: FindingLevel]
  /// Whether warnings count as errors.
  public var isStrict: Bool
  /// The findings that were reviewed and accepted; nil if there are none.
  public var baseline: FindingBaseline?
  /// The identities of the types that the application requests without a binding, such as that of the commands which its tool
  /// runs. No binding of them is unused.
  package var requestedTypes: Set<String> = []

  /// Creates a judgement. Without arguments, all findings keep their severity, and only errors count.
  public init(
    levels: [Diagnostic.Code: FindingLevel] = [:], isStrict: Bool = false,
    baseline: FindingBaseline? = nil
  ) {
    self.levels = levels
    self.isStrict = isStrict
    self.baseline = baseline
  }

  /// Whether a finding is suppressed. Its severity is that after the levels were applied.
  public func ignores(_ finding: Diagnostic) -> Bool {
    finding.severity < .error && levels[finding.code] == .ignore
  }

  /// Whether a finding that is not in the baseline makes the run fail. Its severity is that after the levels were applied.
  public func fails(_ finding: Diagnostic) -> Bool {
    finding.severity >= (isStrict ? .warning : .error)
  }

  /// The levels as severities, for validators.
  package var severities: [Diagnostic.Code: Diagnostic.Severity] { levels.mapValues(\.severity) }

  /// A finding about a graph, with the severity of its level.
  package func applied(to finding: Diagnostic) -> Diagnostic {
    guard let level = levels[finding.code] else { return finding }
    var changed = finding
    changed.severity = level.severity
    return changed
  }

  /// A finding about a plugin or its configuration, with the severity of its level unless it is an error.
  package func applied(toPlugin finding: Diagnostic) -> Diagnostic {
    finding.severity < .error ? applied(to: finding) : finding
  }

  /// A finding as part of an error: a warning that counts as one becomes one.
  package func failure(_ finding: Diagnostic) -> Diagnostic {
    guard fails(finding), finding.severity < .error else { return finding }
    var error = finding
    error.severity = .error
    error.notes.append(
      Diagnostic.Note("warnings count as errors, as the settings are strict"))
    return error
  }
}

extension Judgement {
  /// The result of judging the findings of a run, without those that the levels ignore.
  public struct Outcome: Sendable {
    /// The findings that are not in the baseline, or are there with a lower severity.
    public let new: [Diagnostic]
    /// The findings that are in the baseline.
    public let unchanged: [Diagnostic]
    /// The entries of the baseline that the run did not find.
    public let absent: [FindingBaseline.Entry]
    /// The new findings that make the run fail.
    public let failures: [Diagnostic]
    /// The fingerprints of the findings that are in the baseline.
    package let accepted: Set<String>
  }

  /// Judges the findings of a run that checked a single graph, which their subjects refer to.
  public func outcome(of findings: [Diagnostic], in graph: BindingGraph) -> Outcome {
    outcome(of: IdentifiedFinding.all(findings, in: graph))
  }

  package func outcome(of findings: [IdentifiedFinding]) -> Outcome {
    let entries = Dictionary((baseline?.entries ?? []).map { ($0.identity, $0) }) { $1 }
    let isAccepted = { (identified: IdentifiedFinding) in
      entries[identified.fingerprint].map { identified.finding.severity <= $0.severity } ?? false
    }
    let judged = findings.filter { !ignores($0.finding) }
    let known = judged.filter(isAccepted)
    let new = judged.filter { !isAccepted($0) }.map(\.finding)
    let found = Set(findings.map(\.fingerprint))
    return Outcome(
      new: new, unchanged: known.map(\.finding),
      absent: (baseline?.entries ?? []).filter { !found.contains($0.identity) },
      failures: new.filter(fails), accepted: Set(known.map(\.fingerprint)))
  }
}
