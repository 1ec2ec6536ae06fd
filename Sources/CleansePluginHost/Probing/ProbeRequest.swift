/// What the host asks of the fork server: to load plugins in a new process.
struct ProbeRequest: Codable, Sendable {
  /// What the process is to do with the plugins.
  enum Task: String, Codable {
    /// It loads one of them and tells what it registers.
    case examine
    /// It loads all of them and tells what comes of them together.
    case combine
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
    let (seconds, attoseconds) = settings.deadline.components
    let each = Double(seconds) * 1000 + Double(attoseconds) / 1e15
    // A process with many plugins takes longer as a whole; nobody waits a day for it.
    let whole = each + Double(plugins) * 50
    milliseconds = Int(min(max(whole, 1), 86_400_000))
    memory = max(0, settings.memory)
  }
}
