import CleanseCrypto
import CleanseGraph
import CleansePluginFiles
import CleansePluginLoading
import CleansePluginMetadata

/// The outcomes of earlier runs whose inputs have not changed since.
struct CachedOutcomes {
  private let cache: VerdictCache
  /// Whether outcomes are stored but not looked up.
  private let isRescan: Bool
  /// The inputs of every outcome: the host, the component and the limits of a plugin.
  private let inputs: String

  init(_ cache: VerdictCache, isRescan: Bool, component: String, limits: ProbeLimits) {
    self.cache = cache
    self.isRescan = isRescan
    inputs = Self.inputs(component: component, limits: limits)
  }

  /// The inputs of everything that is cached: the host, the component and the limits of a plugin.
  static func inputs(component: String, limits: ProbeLimits) -> String {
    let host = ABIStamp.host
    // The stamp of the program covers everything that is linked into it.
    let program = FileStamp(path: "/proc/self/exe").map { "\($0)" } ?? ""
    return [
      "\(host)", program, component, "\(limits.milliseconds) ms", "\(limits.memory) bytes",
      limits.inherited.map { "\($0)" }.joined(separator: " "),
    ].joined(separator: "\n")
  }

  /// The inputs of a task's outcome; nil if they are not known.
  func key(_ task: ProbeRequest.Task, _ plugins: [PluginInspection]) -> String? {
    var lines = ["\(task) 2", inputs]
    for plugin in plugins {
      guard let identity = plugin.identity else { return nil }
      lines.append(identity)
      // The bindings of a plugin don't depend on its options; what its factories do can.
      guard task != .examine else { continue }
      guard let options = plugin.optionIdentity else { return nil }
      lines.append(options)
    }
    guard plugins.count > 1 else { return lines.joined(separator: "\n") }
    // The full key of many plugins would be longer than its entry.
    return ContentDigest(of: lines.joined(separator: "\n").utf8).description
  }

  /// Whether a plugin reported a reason of its own for a failure, such as a missing file or a full disk.
  private static func hasOwnReasons(_ outcome: ProbeOutcome, of task: ProbeRequest.Task) -> Bool {
    func contain(_ findings: [Diagnostic]?) -> Bool {
      findings?.contains {
        [.pluginConfigurationError, .pluginExerciseFailed].contains($0.code)
      } ?? false
    }
    return switch task {
    case .examine: contain((try? ProbedPlugin(bytes: outcome.payload))?.findings)
    case .combine:
      contain(ProbedCombination(bytes: outcome.payload)?.rejections.values.flatMap(\.self))
    case .exercise: contain(PluginExercise(bytes: outcome.payload)?.findings)
    case .commands:
      ProbedCommands(bytes: outcome.payload)?.answers.contains { !$0.failures.isEmpty } ?? true
    }
  }

  /// The cached outcome for the key, if there is one.
  func outcome(for key: String) -> ProbeOutcome? {
    guard !isRescan, var bytes = cache.payload(for: key),
      let (outcome, payload) = try? ProbeMessage.next(ProbeOutcome.self, from: &bytes)
    else { return nil }
    var cached = outcome
    cached.payload = payload
    return cached
  }

  /// Caches the outcome of a task, unless something other than the plugins may have caused it.
  func store(_ outcome: ProbeOutcome, of task: ProbeRequest.Task, for key: String) {
    guard outcome.isCertain, !Self.hasOwnReasons(outcome, of: task) else { return }
    // An outcome that can't be written is computed again the next time.
    guard let bytes = try? ProbeMessage.bytes(of: outcome, payload: outcome.payload) else { return }
    _ = cache.store(bytes, for: key)
  }
}
