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
  /// The deadline of the settings, for that many plugins.
  let milliseconds: Int
  let memory: Int
  /// Whether the process has the machine to itself, as far as the host is concerned.
  private(set) var isAlone = false

  /// How long the process may take: half of the deadline while others are loaded beside it.
  var allowedMilliseconds: Int { isAlone ? milliseconds : max(milliseconds / 2, 1) }

  /// The same for a process that is loaded alone, and so has twice the time.
  var alone: ProbeLimits {
    var limits = self
    limits.isAlone = true
    return limits
  }

  /// - Parameters:
  ///   - plugins: How many plugins the process loads.
  ///   - deadlines: For how many of them it gets the whole deadline; each of the others takes but a moment.
  init(_ settings: ProbeSettings, plugins: Int, deadlines: Int = 1) {
    // Nobody waits a day; a duration can be longer than its own components can tell.
    let deadline = min(max(settings.deadline, .zero), .seconds(86_400)).components
    let each = deadline.seconds * 1000 + deadline.attoseconds / 1_000_000_000_000_000
    let whole = Int64(clamping: min(max(deadlines, 1), 1000))
    let further = Int64(clamping: min(max(plugins, 1), 1_000_000)) - whole
    milliseconds = Int(min(max(each * whole + max(further, 0) * 50, 1), 86_400_000))
    memory = max(0, settings.memory)
  }
}
