/// How a process of the probe ended, and what it left.
struct ProbeOutcome: Hashable, Codable, Sendable {
  /// How it ended.
  enum Ending: Hashable, Codable, Sendable {
    /// With one whole result, which is the payload.
    case result
    /// By a signal; with what the process itself could tell of the place.
    case crashed(signal: Int32, CrashReport?)
    /// By itself, without a result.
    case exited(status: Int32)
    /// It was killed at its deadline, after so many milliseconds.
    case overdue(milliseconds: Int)
    /// What came where the result was expected is none.
    case forged
    /// The fork server that watched the process is gone, or does nothing any more.
    case lost
    /// The process could not be started; with the reason.
    case unavailable(String)
  }

  var ending: Ending
  /// The beginning of what it printed.
  var output: [UInt8] = []
  /// How many bytes it printed in all.
  var outputCount = 0
  /// How many processes of it outlived it and were killed.
  var leftProcesses = 0
  /// Whether a signal of somebody else ended one of the processes that outlived their parents, so that nobody can
  /// know whether it would have been left.
  var isDisturbed = false
  /// The result's bytes.
  var payload: [UInt8] = []

  /// Whether the plugins alone brought it about. If not, it may be due to a busy machine, or to somebody
  /// else's signal.
  var isCertain: Bool {
    guard leftProcesses == 0, !isDisturbed else { return false }
    return switch ending {
    case .result: true
    case .crashed(_, let report): report.map { $0.sender == nil } ?? false
    case .exited(let status): !ProbeChild.Status.isOfProbe(status)
    // Another process of the user can write to a pipe as well.
    case .forged, .overdue, .lost, .unavailable: false
    }
  }

  private enum CodingKeys: String, CodingKey {
    // The payload travels beside the rest, as it is.
    case ending, output, outputCount, leftProcesses, isDisturbed
  }
}
