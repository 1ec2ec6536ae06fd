/// The host could not do its own work: exit status 3.
struct HostFailure: Error, Equatable {
  /// What failed and why, in one line without a full stop.
  var message: String
  /// Suggested fixes; a line each.
  var hints: [String]

  init(_ message: String, hints: [String] = []) {
    self.message = message
    self.hints = hints
  }

  /// The failure as printed.
  var lines: [String] {
    ["host: \(message)"] + hints.map { "  \($0)" }
  }
}
