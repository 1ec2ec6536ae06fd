import CleansePluginHost
import CleanseGraphAnalysis
import CleanseSupport
import CleanseFindingReports
import FoundationEssentials

/// What `host validate --watch` writes after each change.
struct WatchResult: ReportDocument {
  let schema = "cleanse-watch/1"
  /// When the validation was finished, in UTC as in RFC 3339.
  let time: String
  /// How long it took, in milliseconds.
  let milliseconds: Int
  /// The files that were added, changed or removed since the last result.
  let changed: [String]
  /// The findings that are new since the last result; for the first one, all.
  let new: [Diagnostic]
  /// The findings that are not found any more.
  let fixed: [Diagnostic]
  /// The findings whose plugins are not there any more.
  let gone: [Diagnostic]
  /// The whole result; nil if nothing could be validated.
  let result: ValidateReport?
  /// Why nothing could be validated, a line each; nil if it could.
  let error: [String]?
  /// Whether this is the first result.
  private let isFirst: Bool
  private let localTime: String
  /// The files in a few words.
  private let summaryOfChanges: String

  init(
    _ outcome: WatchOutcome, after earlier: WatchOutcome?,
    changes: [(path: String, change: WatchedPaths.Change)], took: Duration,
    at date: Date = Date()
  ) {
    time = date.formatted(.iso8601)
    localTime = Self.localTime(date)
    milliseconds = Int((took / .milliseconds(1)).rounded())
    changed = changes.map(\.path)
    summaryOfChanges =
      changes.first.map { first in
        changes.count == 1
          ? "\(first.path) \(first.change.rawValue)"
          : "\(first.path) \(first.change.rawValue), and \(changes.count - 1) more"
      } ?? "changed"
    isFirst = earlier == nil
    let none = FindingChanges.Run([], plugins: [])
    let findings = outcome.run.map { FindingChanges(from: earlier?.run ?? none, to: $0) }
    (new, fixed, gone) = (findings?.new ?? [], findings?.fixed ?? [], findings?.gone ?? [])
    switch outcome {
    case .report(let report): (result, error) = (report, nil)
    case .failure(let lines): (result, error) = (nil, lines)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case schema, time, milliseconds, changed, new, fixed, gone, result, error
  }

  /// The result for people.
  ///
  /// - Parameter program: The program that has validated.
  func text(for terminal: Terminal, of program: Program) -> String {
    var text = ""
    if !isFirst {
      text += terminal.styled(PlainText.escaped("\(localTime) \(summaryOfChanges)"), .bold) + "\n"
    }
    for finding in new.joined {
      text += (isFirst ? "" : "new ") + DiagnosticText.of(finding, for: terminal)
    }
    for (word, findings) in [("fixed", fixed), ("gone", gone)] {
      for finding in findings {
        let plain = finding.abbreviated
        text +=
          terminal.styled(word, .green) + " "
          + PlainText.escaped("\(plain.message) [\(plain.code.rawValue)]") + "\n"
      }
    }
    if let error {
      text +=
        terminal.styled("error", .red) + ": "
        + error.enumerated().map { ($0 == 0 ? "" : "  ") + PlainText.escaped($1) + "\n" }.joined()
    }
    return text + (result?.findingReport(of: program).text ?? "")
  }

  private static func localTime(_ date: Date) -> String {
    var seconds = time_t(date.timeIntervalSince1970)
    var parts = unsafe tm()
    guard unsafe localtime_r(&seconds, &parts) != nil else { return "" }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return unsafe "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
  }
}
