import FindingReports
import CleanseGraph

/// The result of `host selftest`.
struct SelftestReport: ReportDocument {
  /// One fault with the expected and the reported codes.
  struct Fault: Encodable, Sendable {
    let name: String
    let expected: String?
    let found: [String]
    let passed: Bool

    init(_ outcome: SelfTestOutcome) {
      name = outcome.fault
      expected = outcome.expected?.rawValue
      found = outcome.found.map(\.rawValue)
      passed = outcome.isPassed
    }
  }

  let schema = "cleanse-selftest/1"
  let faults: [Fault]
  /// The number of faults whose outcome was not as expected.
  let failures: Int

  init(outcomes: [SelfTestOutcome]) {
    faults = outcomes.map(Fault.init)
    failures = faults.count { !$0.passed }
  }

  var status: ExitStatus { failures > 0 ? .findings : .success }

  /// The outcome in one line.
  var summary: String {
    failures == 0
      ? "\(faults.count) files: all detected as expected"
      : "\(faults.count) files: \(failures) not detected as expected"
  }

  /// A table with one row for each fault.
  func text(for terminal: Terminal) -> String {
    var table = TextTable(columns: [
      .init("FILE"), .init("EXPECTED"), .init("FOUND", isFlexible: true), .init("RESULT"),
    ])
    table.rows = faults.map { fault in
      [
        .init(fault.name, .bold), .init(fault.expected ?? "-"),
        .init(fault.found.isEmpty ? "-" : fault.found.joined(separator: ", ")),
        fault.passed ? .init("ok", .green) : .init("failed", .red),
      ]
    }
    return table.text(for: terminal)
  }
}
