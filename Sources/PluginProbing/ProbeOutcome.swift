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
    /// The process could not be started, or the fork server is gone; with the reason.
    case unavailable(String)
  }

  var ending: Ending
  /// The beginning of what it printed.
  var output: [UInt8] = []
  /// How many bytes it printed in all.
  var outputCount = 0
  /// How many processes of it outlived it and were killed.
  var leftProcesses = 0
  /// The result's bytes.
  var payload: [UInt8] = []

  private enum CodingKeys: String, CodingKey {
    // The payload travels beside the rest, as it is.
    case ending, output, outputCount, leftProcesses
  }
}
