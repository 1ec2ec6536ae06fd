import CleanseCrypto
import CleanseGraph
import CleansePluginFiles
import CleansePluginLoading
import CleansePluginMetadata
import CleanseSupport

/// The outcomes of earlier runs, and of this one, whose inputs have not changed since.
///
/// What an outcome depends on is either in its key, or keeps the outcome from being cached: success depends on the files, the
/// conditions of the process and its limits; a failure can have any other cause.
struct CachedOutcomes: Sendable {
  private let cache: OutcomeCache?
  private let recent: RecentOutcomes?
  /// Whether outcomes are stored but not looked up.
  private let isRescan: Bool
  /// The inputs of every outcome: the host, the component and the limits of a plugin.
  private let inputs: String
  private let limits: ProbeLimits

  /// The flags of the file systems of plugins and libraries.
  private var mounts = MountFlags()
  /// The files of the library that reads the types of C functions.
  private lazy var reader = Symbolizer.readerStamps.map { "\($0)" }.joined(separator: " ")

  init(
    _ cache: OutcomeCache?, _ recent: RecentOutcomes?, isRescan: Bool, component: String,
    limits: ProbeLimits
  ) {
    (self.cache, self.recent) = (cache, recent)
    self.isRescan = isRescan
    inputs = Self.inputs(component: component, limits: limits)
    self.limits = limits
  }

  /// The digest of the inputs of everything that is cached: the host, the component, the conditions of the process, and the
  /// limits of a plugin.
  static func inputs(component: String, limits: ProbeLimits) -> String {
    // The stamp of the program covers everything that is linked into it.
    let program = FileStamp(path: "/proc/self/exe")?.description ?? ""
    let inputs = [
      ABIStamp.host.description, program, component, "\(limits.milliseconds) ms",
      "\(limits.memory) bytes",
      ProbeSandbox.description(of: limits.sandbox),
      ProbeLimits.inherited.map { "\($0)" }.joined(separator: " "),
    ]
    // Each entry contains its key, which would be longer than most outcomes.
    return ContentDigest(of: (inputs + ProcessConditions.lines).lengthPrefixed.utf8).description
  }

  /// The inputs of a task's outcome; nil if they are not known.
  mutating func key(_ task: ProbeRequest.Task, _ plugins: [PluginInspection]) -> String? {
    var lines = ["\(task.name) 1", inputs, ProbeSandbox.grants(of: limits.granting(only: plugins))]
    for plugin in plugins {
      guard let identity = plugin.identity(&mounts) else { return nil }
      lines.append(identity)
      // The bindings of a plugin don't depend on its options; what its factories do can.
      guard task != .examine else {
        if plugin.description?.isC == true { lines.append(reader) }
        continue
      }
      guard let options = plugin.optionIdentity else { return nil }
      lines.append(options)
    }
    guard plugins.count > 1 else { return lines.lengthPrefixed }
    // The full key of many plugins would be longer than its entry.
    return ContentDigest(of: lines.lengthPrefixed.utf8).description
  }

  /// The findings that can have a cause which no key covers: a reason of the plugin itself, such as a missing file or a
  /// full disk, or one of the dynamic linker, such as a shortage of memory or a rule of a security module.
  private static let openFindings: Set<Diagnostic.Code> = [
    .pluginConfigurationError, .pluginExerciseFailed, .pluginLoadFailed, .pluginChangedFile,
    .pluginUninspectedLibrary,
  ]

  /// Whether a failure can have a cause outside of the plugins, or a check was not finished, as it was too slow. What a process
  /// of several plugins returned is not cached if it rejects one of them, as any of them can be the cause. A crash of such a
  /// process is cached like that of a single plugin; a timeout never is (``ProbeOutcome/isCertain``).
  static func hasOtherCauses(_ outcome: ProbeOutcome, of task: ProbeRequest.Task) -> Bool {
    guard outcome.ending == .result else { return false }
    switch task {
    case .examine:
      guard let plugin = try? ProbedPlugin(bytes: outcome.payload) else { return true }
      return !plugin.isFinished || plugin.findings.contains { openFindings.contains($0.code) }
    case .combine:
      // Decoding the graph of hundreds of plugins takes long.
      guard let found = ProbedCombination.Findings(bytes: outcome.payload) else { return true }
      return !found.rejections.isEmpty || found.contributed.areNotMade
    case .exercise:
      guard let exercise = PluginExercise(bytes: outcome.payload) else { return true }
      return !exercise.rejections.isEmpty
        || exercise.findings.contains { openFindings.contains($0.code) }
    case .commands:
      guard let commands = ProbedCommands(bytes: outcome.payload) else { return true }
      return !commands.rejections.isEmpty || commands.answers.contains { !$0.failures.isEmpty }
    }
  }

  /// The cached outcome for the key, if there is one.
  func outcome(for key: String) -> ProbeOutcome? {
    if let outcome = recent?.outcome(for: key) { return outcome }
    guard !isRescan, var bytes = cache?.payload(for: key),
      let (outcome, payload) = try? ProbeMessage.next(ProbeOutcome.self, from: &bytes)
    else { return nil }
    var cached = outcome
    cached.payload = payload
    cached.isCached = true
    return cached
  }

  /// Keeps the outcome of a task for this run, and caches it unless something other than the plugins may have caused it.
  func store(_ outcome: ProbeOutcome, of task: ProbeRequest.Task, for key: String) {
    recent?.store(outcome, for: key)
    guard let cache, outcome.isCertain, !Self.hasOtherCauses(outcome, of: task) else { return }
    // An outcome that can't be written is computed again the next time.
    guard let bytes = try? ProbeMessage.bytes(of: outcome, payload: outcome.payload) else { return }
    _ = cache.store(bytes, for: key)
  }
}
