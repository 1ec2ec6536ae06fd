import PluginLoading

/// What the host asks of the fork server: to load plugins in a new process.
struct ProbeRequest: Codable, Sendable {
  /// What the process is to do with the plugins.
  enum Task: Hashable, Codable {
    /// It loads one of them and tells what it registers.
    case examine
    /// It loads all of them and tells what comes of them together.
    case combine
    /// It loads all of them and calls one of the functions of C that the first one binds.
    case exercise(function: Int)
  }

  /// Told again in the reply.
  let id: Int
  let task: Task
  let plugins: [InspectedPlugin]
  /// Stands in the frame of the result, so that nothing else can be taken for one.
  let nonce: [UInt8]
  let limits: ProbeLimits
}

/// What a process of the probe may take.
struct ProbeLimits: Codable, Hashable, Sendable {
  let milliseconds: Int
  let memory: Int

  init(_ settings: ProbeSettings, plugins: Int) {
    // Nobody waits a day; a duration can be longer than its own components can tell.
    let deadline = min(max(settings.deadline, .zero), .seconds(86_400)).components
    let each = deadline.seconds * 1000 + deadline.attoseconds / 1_000_000_000_000_000
    // A process with many plugins takes longer as a whole.
    let further = Int64(clamping: min(max(plugins, 1) - 1, 1_000_000)) * 50
    milliseconds = Int(min(max(each + further, 1), 86_400_000))
    memory = max(0, settings.memory)
  }
}
