import CleanseGraph
import CleanseFindingReports
import CleanseGraphAnalysis

/// The findings about a package, for a report.
struct CheckResult {
  /// The document of `--format json`.
  private struct Document: ReportDocument {
    struct Component: Encodable {
      let name: String
      let bindings: Int
    }

    let schema = "cleansec/1"
    let package: String
    let targets: [String]
    let components: [Component]
    /// The findings, without those in the baseline.
    let findings: [Diagnostic]
    let errors: Int
    let warnings: Int
    let ignored: Int
  }

  private struct Finding {
    let identified: IdentifiedFinding
    /// The index of its component; nil for one about a generic component.
    let component: Int?
    let graph: BindingGraph?
  }

  private let plan: LinkPlan
  private let components: [CheckedComponent]
  /// Whether generic components were found.
  private let hasGeneric: Bool
  private let all: [Finding]
  private let judgement: Judgement
  /// The number of findings that the user ignores.
  private let ignored: Int

  init(_ package: CheckedPackage, of plan: LinkPlan, judgement: Judgement) {
    (self.plan, self.judgement) = (plan, judgement)
    components = package.components
    hasGeneric = !package.generic.isEmpty
    var all: [Finding] = []
    for (index, component) in components.enumerated() {
      all += component.identified.map {
        Finding(identified: $0, component: index, graph: component.graph)
      }
    }
    all += package.generic.map { name in
      let finding = Diagnostic(
        .genericComponent, .note, "\(name) is generic and was not checked",
        fix: "check it with its arguments in a test, with `RootComponents.validate`",
        arguments: [Diagnostic.Argument("component", name)])
      return Finding(
        identified: IdentifiedFinding(finding, fingerprint: "generic \(name)", about: name),
        component: nil, graph: nil)
    }
    let leveled = all.map { finding in
      Finding(
        identified: finding.identified.judged(by: judgement), component: finding.component,
        graph: finding.graph)
    }
    self.all = leveled.filter { !judgement.ignores($0.identified.finding) }
    ignored = leveled.count - self.all.count
  }

  /// All findings of the run.
  var findings: [IdentifiedFinding] { all.map(\.identified) }

  /// Lines for the user besides the findings.
  var hints: [String] {
    guard components.isEmpty else { return [] }
    let targets = plan.targets.joined(separator: ", ")
    if hasGeneric {
      return [
        "only generic root components were found in \(targets)",
        "  check them with their arguments in a test, with `RootComponents.validate`",
      ]
    }
    return [
      "no root component was found in \(targets)",
      "  a plugin has none: check it with `host validate`",
    ]
  }

  func report(comparedWith baseline: BaselineResult?) -> FindingReport {
    let reported = all.map { finding in
      ReportedFinding(
        finding.identified, subject: finding.component, in: finding.graph, baseline: baseline)
    }.limited()
    let scope = [
      FindingReport.counted(plan.targets.count, "target"),
      FindingReport.counted(components.count, "component"),
      FindingReport.counted(components.map(\.bindings).reduce(0, +), "binding"),
    ]
    return FindingReport(
      program: Cleansec.program, command: "swift package cleansec",
      subjects: components.map { FindingReport.Subject(name: $0.component, passing: "is valid") },
      remainder: FindingReport.Subject(name: plan.package, passing: "has no other finding"),
      reported: reported, baseline: baseline, judgement: judgement,
      scope: scope.joined(separator: ", "), ignored: ignored, style: .compiler,
      document: document(of: reported))
  }

  private func document(of reported: [ReportedFinding]) -> Document {
    Document(
      package: plan.package, targets: plan.targets,
      components: components.map { .init(name: $0.component, bindings: $0.bindings) },
      findings: reported.new, errors: reported.totalNew(.error),
      warnings: reported.totalNew(.warning), ignored: ignored)
  }
}

extension CheckedComponent {
  /// The findings with identities that name the component, as several components can have alike findings.
  fileprivate var identified: [IdentifiedFinding] {
    let identified =
      graph.map { IdentifiedFinding.all(findings, in: $0) }
      ?? findings.map { IdentifiedFinding($0, fingerprint: $0.code.rawValue, about: "recording") }
    return identified.map {
      IdentifiedFinding(
        $0.finding, fingerprint: "\(component) \($0.fingerprint)",
        about: "\($0.about), of \(component)")
    }
  }
}

extension IdentifiedFinding {
  /// The finding with the severity that the user has chosen for its code.
  fileprivate func judged(by judgement: Judgement) -> IdentifiedFinding {
    IdentifiedFinding(judgement.applied(to: finding), fingerprint: fingerprint, about: about)
  }
}
