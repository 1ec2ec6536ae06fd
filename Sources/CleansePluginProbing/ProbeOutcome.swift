import CleanseConfinement
import CleansePluginLoading

/// How a probe process ended, and what it left.
struct ProbeOutcome: Hashable, Codable, Sendable {
  /// How the process ended.
  enum Ending: Hashable, Codable, Sendable {
    /// With one complete result, which is the payload.
    case result
    /// By a signal, with the process's own crash report if there is one.
    case crashed(signal: Int32, CrashReport?)
    /// By exiting without a result.
    case exited(status: Int32)
    /// Killed at its deadline, after this many milliseconds.
    case overdue(milliseconds: Int)
    /// With bytes in the result's pipe that are not a result.
    case forged
    /// Killed because it had written more bytes than this limit into the result's pipe.
    case excessive(limit: Int)
    /// The fork server that watched the process has ended or no longer responds.
    case lost
    /// The process could not be started, for this reason.
    case unavailable(String)
  }

  var ending: Ending
  /// The beginning of the process's output.
  var output: [UInt8] = []
  /// The size of the whole output in bytes.
  var outputCount = 0
  /// The number of its processes that outlived it and were killed.
  var leftProcesses = 0
  /// What the process tried and was refused, each once, as far as it is known.
  var refusals: [Refusal] = []
  /// Whether a signal from elsewhere ended one of the processes that outlived their parents, so that it is
  /// unknown whether the plugin would have left it running.
  var isDisturbed = false
  /// The validator of a plugin that was running at the process's end.
  var validator: RunningValidator?
  /// The result's bytes.
  var payload: [UInt8] = []
  /// What the process did when, if the request is traced.
  var times: ProbeTimes?
  /// Whether an earlier run had this outcome, and no process was started for it now.
  var isCached = false

  /// Whether the plugins alone caused the outcome. Otherwise a busy machine or a signal from another process
  /// may have caused it.
  var isCertain: Bool {
    guard leftProcesses == 0, !isDisturbed else { return false }
    return switch ending {
    case .result: true
    case .crashed(_, let report): report.map { $0.sender == nil } ?? false
    case .exited(let status): !ProbeChild.Status.isOfProbe(status)
    // Another process of the same user can write to the pipe, too.
    case .forged, .excessive, .overdue, .lost, .unavailable: false
    }
  }

  /// The same outcome, with the functions and source lines of a crash in one of these libraries.
  ///
  /// - Precondition: The process has one thread.
  func symbolized(in files: [String]) -> ProbeOutcome {
    guard case .crashed(let signal, let report?) = ending else { return self }
    var outcome = self
    outcome.ending = .crashed(signal: signal, report.symbolized(in: files))
    return outcome
  }

  private enum CodingKeys: String, CodingKey {
    // The payload is sent after the document, unencoded; whether it is cached is known where it is read.
    case ending, output, outputCount, leftProcesses, refusals, isDisturbed, validator, times
  }
}
