import CleanseCrypto
import CleanseGraph
import PluginFiles
import PluginLoading
import PluginMetadata

/// The outcomes of earlier runs, as far as nothing has changed since that they depend on.
struct CachedOutcomes {
  private let cache: VerdictCache
  /// Whether outcomes are only stored and not looked up.
  private let isRescan: Bool
  /// What all outcomes depend on: the host, the component, and what a plugin may take.
  private let circumstances: String

  init(_ cache: VerdictCache, isRescan: Bool, component: String, limits: ProbeLimits) {
    self.cache = cache
    self.isRescan = isRescan
    let host = ABIStamp.host
    // The stamp of the program itself stands for everything that it brings.
    let program = FileStamp(path: "/proc/self/exe").map { "\($0)" } ?? ""
    circumstances = [
      "\(host)", program, component, "\(limits.milliseconds) ms", "\(limits.memory) bytes",
      limits.inherited.map { "\($0)" }.joined(separator: " "),
    ].joined(separator: "\n")
  }

  /// What the outcome of a task depends on; nothing where that can't be told.
  func key(_ task: ProbeRequest.Task, _ plugins: [InspectedPlugin]) -> String? {
    var lines = ["\(task) 2", circumstances]
    for plugin in plugins {
      guard let identity = plugin.identity else { return nil }
      lines.append(identity)
    }
    guard plugins.count > 1 else { return lines.joined(separator: "\n") }
    // A key of many plugins would be longer than its entry.
    return ContentDigest(of: lines.joined(separator: "\n").utf8).description
  }

  /// Whether a plugin gave reasons of its own for a failure: a file that is missing, or a disk that is full.
  private static func hasOwnReasons(_ outcome: ProbeOutcome, of task: ProbeRequest.Task) -> Bool {
    let findings =
      switch task {
      case .examine: (try? ProbedPlugin(bytes: outcome.payload))?.findings
      case .combine: ProbedCombination(bytes: outcome.payload)?.rejections.values.flatMap(\.self)
      case .exercise: PluginExercise(bytes: outcome.payload)?.findings
      }
    return findings?.contains {
      [.pluginConfigurationError, .pluginExerciseFailed].contains($0.code)
    } ?? false
  }

  /// What came of the task of that key.
  func outcome(for key: String) -> ProbeOutcome? {
    guard !isRescan, var bytes = cache.payload(for: key),
      let (outcome, payload) = try? ProbeMessage.next(ProbeOutcome.self, from: &bytes)
    else { return nil }
    var remembered = outcome
    remembered.payload = payload
    return remembered
  }

  /// Remembers what came of a task, unless that may be due to other things than the plugins.
  func store(_ outcome: ProbeOutcome, of task: ProbeRequest.Task, for key: String) {
    guard outcome.isCertain, !Self.hasOwnReasons(outcome, of: task) else { return }
    // What can't be written is found out again the next time.
    guard let bytes = try? ProbeMessage.bytes(of: outcome, payload: outcome.payload) else { return }
    _ = cache.store(bytes, for: key)
  }
}
