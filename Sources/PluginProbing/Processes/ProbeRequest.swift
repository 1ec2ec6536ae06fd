import PluginLoading

/// A request of the host to the fork server: to load plugins in a new process.
struct ProbeRequest: Codable, Sendable {
  /// What the process does with the plugins.
  enum Task: Hashable, Codable {
    /// Loads one plugin and reports what it registers.
    case examine
    /// Loads all plugins and reports their combined graph.
    case combine
    /// Loads all plugins and calls one of the C functions that the first one binds.
    case exercise(function: Int)
    /// Loads all plugins and makes the commands of some of them, or of the application, to find their names.
    case commands(of: [String?])
  }

  /// The number of the request, repeated in the reply.
  let id: Int
  let task: Task
  let plugins: [InspectedPlugin]
  /// Part of the result's frame, so that no other bytes can be taken for a result.
  let nonce: [UInt8]
  let limits: ProbeLimits
}

/// The limits of a probe process.
struct ProbeLimits: Codable, Hashable, Sendable {
  /// The deadline of the settings, for this number of plugins.
  let milliseconds: Int
  let memory: Int
  /// Whether the host runs no other probe process at the same time.
  private(set) var isAlone = false

  /// The time that the process may take: half of the deadline while others are loaded at the same time.
  var allowedMilliseconds: Int { isAlone ? milliseconds : max(milliseconds / 2, 1) }

  /// The same limits for a process that runs alone and thus has twice the time.
  var alone: ProbeLimits {
    var limits = self
    limits.isAlone = true
    return limits
  }

  /// - Parameters:
  ///   - plugins: The number of plugins that the process loads.
  ///   - deadlines: The number of plugins that get the whole deadline; each of the others gets 50 ms.
  init(_ settings: ProbeSettings, plugins: Int, deadlines: Int = 1) {
    // A day is more than enough; a duration can exceed the range of its own components.
    let deadline = min(max(settings.deadline, .zero), .seconds(86_400)).components
    let each = deadline.seconds * 1000 + deadline.attoseconds / 1_000_000_000_000_000
    let whole = Int64(clamping: min(max(deadlines, 1), 1000))
    let further = Int64(clamping: min(max(plugins, 1), 1_000_000)) - whole
    milliseconds = Int(min(max(each * whole + max(further, 0) * 50, 1), 86_400_000))
    memory = max(0, settings.memory)
  }
}
