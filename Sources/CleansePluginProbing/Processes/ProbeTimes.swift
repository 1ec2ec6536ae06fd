import CleanseProcesses
import CleansePluginFiles
import CleansePluginMetadata
import CleanseSupport

/// What a traced process did when.
struct ProbeTimes: Hashable, Codable, Sendable {
  let process: Int32
  /// The times before the fork and after the end, as the fork server saw them.
  let start: UInt64
  let end: UInt64
  /// What the process reported itself. Its plugins can have written anything.
  fileprivate var reported: [TraceEvent] = []

  init(of process: Int32, from start: UInt64, to end: UInt64) {
    (self.process, self.start, self.end) = (process, start, end)
  }

  /// The number of events that are accepted, the length of their texts, and the size of all in bytes, which no process
  /// reaches by itself.
  private static let limits = (events: 10_000, text: 300)
  fileprivate static let sizeLimit = 64 << 20

  /// The events as a process sends them.
  static func sent(_ events: [TraceEvent]) -> [TraceEvent] {
    events.prefix(limits.events).map { event in
      var event = event
      event.label = event.label.shortened(to: limits.text)
      return event
    }
  }

  /// The events that can be true, within the lifetime of the process.
  var credible: [TraceEvent] {
    reported.filter { $0.start >= start && $0.start <= $0.end && $0.end <= end }
      .prefix(Self.limits.events).map { event in
        TraceEvent(
          event.label.shortened(to: Self.limits.text), from: event.start, to: event.end,
          process: process, thread: min(max(event.thread, 0), 999))
      }
  }

  /// Adds the process and what it did to a trace.
  fileprivate func record(as label: TraceLabel, in trace: Trace) {
    // The process reports the start of its own trace, too.
    let events = credible.filter { $0.label.step != .start }
    let whole = TraceEvent(label, from: start, to: end, process: process, thread: 0)
    trace.add([whole] + events, of: process, named: "\(label.step.rawValue) \(label.subject)")
  }
}

extension ProbeOutcome {
  /// Takes the result of the process. A traced one has its events before its payload.
  mutating func accept(_ result: [UInt8]) {
    ending = .result
    guard times != nil else {
      payload = result
      return
    }
    var rest = result
    guard
      let (events, payload) = try? ProbeMessage.next(
        [TraceEvent].self, from: &rest, documentLimit: ProbeTimes.sizeLimit), rest.isEmpty
    else {
      ending = .forged
      return
    }
    times?.reported = events
    self.payload = payload
  }

  /// Adds the times to the trace of this process, if there is one.
  ///
  /// - Returns: The outcome without them, which is the same for each run.
  func traced(of plugins: [PluginInspection], _ task: ProbeRequest.Task) -> ProbeOutcome {
    guard let times else { return self }
    if let trace = Trace.current { times.record(as: task.label(plugins), in: trace) }
    var outcome = self
    outcome.times = nil
    return outcome
  }
}

extension ProbeRequest.Task {
  /// What a process with the task does.
  func sentence(about plugins: [PluginInspection]) -> String {
    let plugin = plugins.first?.description?.manifest.identifier ?? "a plugin"
    return switch self {
    case .examine: "\(plugin) is being probed"
    case .combine: "all plugins are being probed together"
    case .exercise: "a factory of \(plugin) is being called"
    case .commands: "the names of commands are being read"
    }
  }

  /// What a process with the task is called in a trace.
  fileprivate func label(_ plugins: [PluginInspection]) -> TraceLabel {
    let plugin = plugins.first?.description?.manifest.identifier
    return switch self {
    case .examine: TraceLabel(.probe, plugin ?? "a plugin", of: plugin)
    case .combine: TraceLabel(.probe, "all plugins")
    case .exercise: TraceLabel(.probe, "a factory of \(plugin ?? "a plugin")", of: plugin)
    case .commands: TraceLabel(.probe, "commands")
    }
  }
}
