import CleanseSupport
import CleanseFindingReports

/// The result of `host doctor`.
struct DoctorReport: CommandReport {
  let schema = "cleanse-doctor/1"
  let checks: [DoctorCheck]
  let warnings: Int
  let errors: Int

  init(_ checks: [DoctorCheck]) {
    self.checks = checks
    warnings = checks.count { $0.status == .warning }
    errors = checks.count { $0.status == .error }
  }

  var status: ExitStatus { errors > 0 ? .findings : .success }

  /// The checks by their areas, a line each and one for a fix, and a summary.
  func text(for terminal: Terminal) -> String {
    var text = ""
    for area in DoctorCheck.Area.allCases {
      let checks = checks.filter { $0.area == area }
      guard !checks.isEmpty else { continue }
      text += terminal.styled(area.rawValue, .bold) + "\n"
      for check in checks {
        let (word, style): (String, Style) =
          switch check.status {
          case .ok: ("ok     ", .green)
          case .warning: ("warning", .yellow)
          case .error: ("error  ", .red)
          }
        text += "  \(terminal.styled(word, style))  \(PlainText.escaped(check.message))\n"
        if let fix = check.fix { text += "           fix: \(PlainText.escaped(fix))\n" }
      }
    }
    let ok = checks.count - warnings - errors
    return text
      + "\(ok) ok, \(FindingReport.counted(warnings, "warning")), \(FindingReport.counted(errors, "error"))\n"
  }
}
