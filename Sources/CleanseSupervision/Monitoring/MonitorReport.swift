/// What the process of `--http` reports before it requests the status.
enum MonitorReport: Codable, Equatable, Sendable {
  /// It answers.
  ///
  /// - Parameter unconfined: Why it is not confined; nil if it is.
  case ready(unconfined: String?)
  /// It can't answer, for this reason.
  case refused(String)
}
