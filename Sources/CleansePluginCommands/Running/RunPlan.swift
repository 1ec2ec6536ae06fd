import CleansePluginHost
import CleanseSupport
import CleanseFindingReports
import FoundationEssentials

/// The plugins that a command of a plugin needs, as an earlier run found them in the validated graph. While nothing
/// changes that the validation depended on, these are inspected and loaded, and no others.
struct RunPlan: Codable, Equatable {
  /// A needed plugin.
  struct Plugin: Codable, Equatable {
    let file: PluginFile
    /// The digest of its identity: its contents and its libraries.
    let identity: String
  }

  /// The contributor of the command; nil for the application.
  let origin: String?
  /// The plugins that the command needs, in their order.
  let plugins: [Plugin]
  /// The states of further files that the validation of all plugins depended on, by path.
  let states: [FilePath: PathState]
  /// The states of the directories that contain these files and the plugins.
  let ancestors: [FilePath: PathState]

  /// - Parameters:
  ///   - origin: The contributor of the command.
  ///   - plugins: The plugins that the command needs.
  ///   - combined: The graph of all plugins.
  /// - Returns: Nil if not everything is known that the result depends on.
  init?(
    of origin: String?, needing plugins: [PluginInspection], in combined: CombinedGraph,
    outside directories: [String]
  ) {
    self.origin = origin
    var known: [Plugin] = []
    var mounts = MountFlags()
    for plugin in plugins {
      guard let identity = Self.identity(of: plugin, &mounts) else { return nil }
      known.append(Plugin(file: plugin.file, identity: identity))
    }
    self.plugins = known
    var states: [FilePath: PathState] = [:]
    var ancestors: [FilePath: PathState] = [:]
    let own = Set(directories.compactMap { SystemPath.resolved(FilePath($0)) })
    for inspection in combined.inspections {
      let paths = inspection.dependedPaths
      // Whether these have a signature can matter.
      let signatures = paths.map { FilePath(PluginSignature.path(for: $0.text)) }
      for path in paths + signatures where states[path] == nil {
        // The key has the contents of plugin directories.
        if let resolved = SystemPath.resolved(path), own.contains(resolved) { continue }
        states[path] = PathState(path)
      }
    }
    let files = combined.inspections.map { FilePath($0.file.path) } + own + states.keys
    let working = try? SystemPath.workingDirectory()
    for file in files {
      let lookup = PathLookup(working.map(file.from) ?? file)
      for path in lookup.directories where ancestors[path] == nil {
        ancestors[path] = PathState(directory: path)
      }
    }
    (self.states, self.ancestors) = (states, ancestors)
  }

  /// The digest of what determines the outcome of loading a plugin; nil if that is not known.
  private static func identity(
    of plugin: PluginInspection, _ mounts: inout MountFlags
  ) -> String? {
    plugin.identity(&mounts).map { ContentDigest(of: $0.utf8).description }
  }

  /// Inspects the plugins again.
  ///
  /// - Returns: The usable plugins; nil if anything has changed.
  func inspections(by host: PluginHost, _ policy: Policy) -> [PluginInspection]? {
    guard states.allSatisfy({ PathState($0.key) == $0.value }),
      ancestors.allSatisfy({ PathState(directory: $0.key) == $0.value })
    else { return nil }
    let inspections = host.inspect(again: plugins.map(\.file))
    var mounts = MountFlags()
    let isUnchanged = zip(inspections, plugins).allSatisfy { inspection, plugin in
      Self.identity(of: inspection, &mounts) == plugin.identity
        && !inspection.diagnostics.contains(where: policy.judgement.fails)
    }
    return isUnchanged ? inspections : nil
  }
}

extension PluginInspection {
  /// The paths outside of the plugin directories that determine which libraries a plugin loads.
  fileprivate var dependedPaths: [FilePath] {
    guard let linkage else { return [] }
    return linkage.libraries.map { FilePath($0.path) } + linkage.searchedDirectories
      + linkage.unfitCandidates
  }
}

// MARK: - Storing

extension RunPlan {
  /// Where the plans of a command line are stored: under everything that is known before any plugin is inspected.
  struct Store {
    private let probe: PluginProbe
    private let key: String

    /// - Parameters:
    ///   - command: The name of the command.
    ///   - path: The plugin directories.
    init(
      of command: String, in path: PluginPath, _ arguments: ParsedArguments,
      _ context: CommandContext
    ) {
      probe = context.probe(arguments)
      let policy = context.policy
      let files =
        [policy.file, "/etc/ld.so.cache"].compactMap(\.self)
        + (policy.isLocked.value ? [policy.lockFile.value] : [])
        + (policy.requiresSigned.value ? policy.trustedKeys.value : [])
        + policy.configuration.secretFiles
      let environment = context.environment.filter { !Self.isIrrelevant($0.key) }
      let directory = try? context.workingDirectory?.get()
      let parts: [[String]] = [
        ["run 1", command, directory?.debugDescription ?? ""],
        arguments.flags.map(\.name).sorted(),
        arguments.values.map { ([$0.key.name] + $0.value).lengthPrefixed }.sorted(),
        environment.map { "\($0)=\($1)" }.sorted(),
        files.flatMap { [$0, "\(PathState(FilePath($0)))"] },
        path.directories.map(Self.contents),
      ]
      // A digest: the environment can contain secrets.
      key = ContentDigest(of: parts.map(\.lengthPrefixed).lengthPrefixed.utf8).description
    }

    /// A plugin directory and what is in it.
    private static func contents(of directory: String) -> String {
      let entries = PathState.entries(of: FilePath(directory)).flatMap {
        [$0.path.debugDescription, "\($0.state)"]
      }
      return ([directory, SystemPath.resolved(directory) ?? ""] + entries).lengthPrefixed
    }

    /// Variables that change only how results are shown, or where they are cached.
    private static func isIrrelevant(_ variable: String) -> Bool {
      ["COLUMNS", "NO_COLOR", "TERM", MachineChecks.temporaryVariable, DebugInformation.variable]
        .contains(variable)
        || OutcomeCache.variables.contains(variable)
    }

    /// The plan that an earlier run stored; nil if there is none.
    var plan: RunPlan? {
      probe.stored(key).flatMap { try? JSONDecoder().decode(RunPlan.self, from: Data($0)) }
    }

    /// Stores a plan for later runs.
    func store(_ plan: RunPlan) {
      // A plan that can't be written is made again the next time.
      guard let bytes = try? JSONEncoder().encode(plan) else { return }
      probe.store(Array(bytes), for: key)
    }
  }
}

extension PluginConfiguration {
  /// The files that contain values of secrets.
  var secretFiles: [String] {
    let named = options.compactMap { option in
      if case .file(let path) = option.content { path } else { nil }
    }
    return named + environment.filter { $0.key.hasSuffix("_FILE") }.map(\.value)
  }

  /// Names other files that contain values of secrets.
  mutating func replaceSecretFiles(_ replacement: (String) -> String) {
    options = options.map { option in
      guard case .file(let path) = option.content else { return option }
      return OptionAssignment(
        option.option, of: option.plugin, to: .file(replacement(path)), from: option.origin)
    }
    for (name, path) in environment where name.hasSuffix("_FILE") {
      environment[name] = replacement(path)
    }
  }
}
