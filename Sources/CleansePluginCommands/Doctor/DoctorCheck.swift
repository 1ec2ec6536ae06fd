/// One thing that `host doctor` has looked at.
///
/// Each file of this folder has the checks of one subject. They don't depend on each other, and none stops at an error: what
/// a command would throw is a check with a fix. `DoctorCommand` runs them in the order of ``Area``, and `DoctorReport` shows
/// them.
struct DoctorCheck: Encodable, Equatable, Sendable {
  /// What it is a part of, in the order of the report.
  enum Area: String, CaseIterable, Encodable, Sendable {
    case machine, installation, settings, plugins, cache, compilers, faults
  }

  enum Status: String, Encodable, Sendable {
    case ok, warning, error
  }

  let area: Area
  let status: Status
  /// What was found, in one line.
  let message: String
  /// What to do about it; nil for ok.
  let fix: String?

  static func ok(_ area: Area, _ message: String) -> DoctorCheck {
    DoctorCheck(area: area, status: .ok, message: message, fix: nil)
  }

  static func warning(_ area: Area, _ message: String, fix: String) -> DoctorCheck {
    DoctorCheck(area: area, status: .warning, message: message, fix: fix)
  }

  static func error(_ area: Area, _ message: String, fix: String) -> DoctorCheck {
    DoctorCheck(area: area, status: .error, message: message, fix: fix)
  }
}
