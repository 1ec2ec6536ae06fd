import CleanseCrypto
import CleansePluginFiles
import CleansePluginLoading
import CleansePluginMetadata
import CleanseSupport

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

    /// The task with its parameters, for keys of caches.
    var name: String {
      switch self {
      case .examine: "examine"
      case .combine: "combine"
      case .exercise(let function): "exercise \(function)"
      case .commands(let origins):
        (["commands"] + origins.map { $0.map { "of \($0)" } ?? "" }).lengthPrefixed
      }
    }
  }

  /// The number of the request, repeated in the reply.
  let id: Int
  let task: Task
  private let sent: [SentPlugin]
  /// Part of the result's frame, so that no other bytes can be taken for a result.
  let nonce: [UInt8]
  let limits: ProbeLimits
  /// Whether the process reports what it did when.
  let isTraced: Bool

  /// The inspections of the plugins, as far as loading them needs it.
  var plugins: [PluginInspection] { sent.map(\.inspection) }

  /// Whether any of the plugins has options.
  var hasOptions: Bool { sent.contains { !$0.options.isEmpty } }

  init(
    id: Int, task: Task, plugins: [PluginInspection], nonce: [UInt8], limits: ProbeLimits
  ) {
    (self.id, self.task, self.nonce) = (id, task, nonce)
    // What other plugins were granted is none of the process's business.
    self.limits = limits.granting(only: plugins)
    sent = plugins.compactMap(SentPlugin.init)
    isTraced = Trace.current != nil
  }
}

/// What the process that loads a plugin needs of its inspection.
private struct SentPlugin: Codable, Sendable {
  let description: PluginDescription
  let file: PluginFile
  let stamp: FileStamp?
  let digest: ContentDigest?
  let libraries: [NeededLibrary]
  let options: [String: OptionValue]

  /// Returns nil for a file that can't be used.
  init?(_ inspection: PluginInspection) {
    guard let description = inspection.usable else { return nil }
    self.description = description
    (file, stamp, digest) = (inspection.file, inspection.fileStamp, inspection.knownDigest)
    (libraries, options) = (inspection.libraries, inspection.optionValues)
  }

  var inspection: PluginInspection {
    var inspection = PluginInspection(
      file: file, outcome: .plugin(description), fileStamp: stamp,
      digest: digest.map { .known($0) } ?? .missing,
      linkage: PluginLinkage(libraries: libraries))
    inspection.setOptions(options)
    return inspection
  }
}

/// The limits of a probe process.
struct ProbeLimits: Codable, Hashable, Sendable {
  /// The deadline of the settings, for this number of plugins.
  let milliseconds: Int
  let memory: Int
  let sandbox: SandboxMode
  private(set) var grants: SandboxGrants
  /// Whether the host runs no other probe process at the same time.
  private(set) var isAlone = false

  /// The size of the result that is accepted, in bytes.
  let resultBytes: Int

  /// The time that the process may take: half of the deadline while others are loaded at the same time.
  var allowedMilliseconds: Int { isAlone ? milliseconds : max(milliseconds / 2, 1) }

  /// The milliseconds that are granted at most because the process has to wait for a processor.
  var grantedMilliseconds: Int { isAlone ? milliseconds * Self.grantLimit : 0 }

  /// The time that the process may take with what is granted.
  var longestMilliseconds: Int { allowedMilliseconds + grantedMilliseconds }

  /// The limit of all grants, as a multiple of the deadline.
  private static let grantLimit = 2
  /// The size of the result for one plugin, and for any number of them. What a plugin may declare takes less; its process
  /// can write anything.
  private static let resultBytes = (ofPlugin: 32 << 20, most: ProbeMessage.sizeLimit)

  /// The same limits for a process that runs alone and thus has twice the time.
  var alone: ProbeLimits {
    var limits = self
    limits.isAlone = true
    return limits
  }

  /// The same limits for a process that loads these plugins: their grants are those of the process.
  func granting(only plugins: [PluginInspection]) -> ProbeLimits {
    var limits = self
    guard !grants.plugins.isEmpty else { return limits }
    let identifiers = plugins.compactMap(\.description?.manifest.identifier)
    limits.grants = SandboxGrants(all: grants.access(of: identifiers))
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
    let (ofPlugin, most) = Self.resultBytes
    resultBytes = min(max(plugins, 1), most / ofPlugin) * ofPlugin
    sandbox = settings.sandbox
    grants = settings.grants
  }
}
