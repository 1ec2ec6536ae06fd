public import CleanseGraphAnalysis
import CleansePluginFiles
package import CleansePluginLoading
import CleansePluginProbing
import CleansePluginTrust
public import Cleanse
import CleanseSupport

/// Inspects and loads plugins.
///
/// ```swift
/// let plugins = try PluginHost(directories: ["/usr/lib/editor/plugins"]).load(for: EditorComponent.self)
/// let factory = try ComponentFactory.of(EditorComponent.self, plugins: plugins)
/// ```
///
/// Paths are texts here and in all results, although those of the system are any bytes. A path that is not UTF-8 can't be named: a
/// plugin of such a name is rejected as `plugin/unreadable`, and a directory of such a name has to be renamed, as the replaced bytes
/// of a text are those of another path.
public struct PluginHost: Sendable {
  let directories: [String]
  let files: [String]
  let trust: TrustPolicy
  private let judgement: Judgement
  private var configuration: PluginConfiguration
  /// The host that the plugins are compared with; nil for this one.
  private var other: OtherHost?
  /// The private copy of the files that is used in place of them; nil to use the files themselves.
  var copy: PluginSetCopy?
  /// Whether the digest of each file is computed, although neither a lock nor a signature needs it.
  private var computesDigests = true

  /// - Parameters:
  ///   - directories: The directories with the plugins; their subdirectories are not searched.
  ///   - trust: Which plugins may be used. By default, plugins that users other than root and the current user can
  ///     change are rejected.
  ///   - judgement: How findings are judged. A finding about a plugin that is raised to an error rejects the plugin; an
  ///     error about a plugin can't be lowered.
  ///   - configuration: What is set for the plugins.
  public init(
    directories: [String], trust: TrustPolicy = TrustPolicy(),
    judgement: Judgement = Judgement(),
    configuration: PluginConfiguration = PluginConfiguration()
  ) {
    self.init(
      files: [], directories: directories, trust: trust, judgement: judgement,
      configuration: configuration)
  }

  /// - Parameters:
  ///   - files: The plugins, whatever the extensions of their names.
  ///   - directories: Directories with further plugins.
  ///   - trust: Which plugins may be used.
  ///   - judgement: How findings are judged.
  ///   - configuration: What is set for the plugins.
  public init(
    files: [String], directories: [String] = [], trust: TrustPolicy = TrustPolicy(),
    judgement: Judgement = Judgement(),
    configuration: PluginConfiguration = PluginConfiguration()
  ) {
    self.directories = directories
    self.files = files
    self.trust = trust
    self.judgement = judgement
    self.configuration = configuration
  }

  /// The host, without digests of files that no lock and no signature needs: each use of one reads the file.
  package var withoutDigests: PluginHost {
    var host = self
    host.computesDigests = false
    return host
  }

  /// Inspects the files without running any of their code.
  ///
  /// - Returns: One inspection per file, in the order of the directories, then of the file names.
  /// - Throws: A ``PluginHostError`` if a directory can't be read. Defects of a single file are reported in its
  ///   inspection.
  public func inspect() throws(PluginHostError) -> [PluginInspection] {
    try inspectAll().inspections
  }

  /// Inspects the files like ``inspect()``, but leaves the configuration out: no plugin is disabled, and no option is
  /// checked.
  ///
  /// - Throws: A ``PluginHostError`` if a directory can't be read.
  public func inspectUnconfigured() throws(PluginHostError) -> [PluginInspection] {
    Self.combined(try inspectEach(), present: other?.plugins ?? [])
  }

  /// The manifests of the plugins, whether they can be used or not, in the order of the files.
  ///
  /// - Throws: A ``PluginHostError`` if a directory can't be read.
  package func manifests() throws(PluginHostError) -> [PluginManifest] {
    try candidates().parallelMap(PluginInspector().manifest).compactMap(\.self)
  }

  /// Inspects the files and resolves the options of the plugins.
  ///
  /// - Returns: One inspection per file, and the findings about the configuration as a whole.
  private func inspectAll() throws(PluginHostError) -> (
    inspections: [PluginInspection], findings: [Diagnostic]
  ) {
    let span = Trace.begin(.inspect, "all files")
    defer { span?.end() }
    // What is set for another host is not known here.
    guard other == nil else { return (try inspectUnconfigured(), []) }
    let resolution = ConfigurationResolution(
      of: try inspectEach(disablesPlugins: true), configuration)
    let inspections = Self.combined(resolution.inspections)
    let absence =
      configuration.expectsPlugins
      ? AbsenceValidator.findings(in: inspections, of: directories) : []
    return (
      inspections,
      absence + resolution.findings + DuplicateContributionValidator.findings(in: inspections)
    )
  }

  /// The inspections after the checks of plugins with each other.
  ///
  /// Requirements are checked before, so that a plugin that can't be used displaces no other one, and after the files that
  /// can't be used in one process have been rejected.
  private static func combined(
    _ inspections: [PluginInspection], present: [PluginManifest] = []
  ) -> [PluginInspection] {
    let required = RequirementValidator.validate(inspections, present: present)
    let distinct = DuplicateAddressValidator.validate(
      DuplicateIdentifierValidator.validate(required))
    let fitting = ConflictingDataValidator.validate(LibraryConflictValidator.validate(distinct))
    return RequirementValidator.validate(
      SymbolSupplyValidator.validate(fitting), present: present)
  }

  /// Returns a plugin host whose inspection compares the plugins with another host. They can't be loaded.
  package func comparing(with other: OtherHost) -> PluginHost {
    var host = self
    host.other = other
    return host
  }

  /// Inspects each file on its own, without checks that involve several files.
  ///
  /// - Parameter disablesPlugins: Whether the plugins that the configuration disables are left out, so that they affect no
  ///   other one.
  private func inspectEach(
    disablesPlugins: Bool = false
  ) throws(PluginHostError) -> [PluginInspection] {
    try inspectEach(candidates(), disablesPlugins: disablesPlugins)
  }

  /// - Returns: One inspection for each file, followed by those for missing files of the lock.
  private func inspectEach(
    _ files: [PluginFile], disablesPlugins: Bool = false
  ) -> [PluginInspection] {
    let inspector = PluginInspector(
      other, allowsSimilarCompiler: trust.allowsSimilarCompiler,
      needsDigests: computesDigests || trust.needsDigests)
    let inspections = files.parallelMap(inspector.inspect)
    // Trust is checked first: a plugin that may not be used must not affect the other plugins.
    let trusted = copy?.judged(inspections) ?? trusted(inspections, by: inspector)
    let judged = FormerIdentifierValidator.resolving(trusted.map { $0.judged(by: judgement) })
    let enabled =
      disablesPlugins ? ConfigurationResolution.disabling(by: configuration, in: judged) : judged
    let named = FormerIdentifierValidator.validate(enabled)
    let unique = EmbeddedContractValidator.validate(named, inspector.libraries)
    return ContractValidator.validate(unique, inspector.libraries)
  }

  /// Inspects the files, and loads and configures each plugin in a separate process.
  ///
  /// - Parameters:
  ///   - probe: Starts the processes.
  ///   - progress: Called after each plugin with the number of finished plugins and the total.
  /// - Throws: A ``PluginHostError`` if a directory can't be read.
  public func examine(
    through probe: PluginProbe, progress: (_ done: Int, _ count: Int) -> Void = { _, _ in }
  ) throws(PluginHostError) -> [PluginInspection] {
    var probe = probe
    var reading = RepeatedReading()
    probe.recent = RecentOutcomes()
    while true {
      let files = try inspect()
      let inspections = probe.granting(to: files)
        .examine(files, judgement: judgement, progress: progress)
      guard reading.isDue(inspections.contains { !$0.isUsable && $0.isReplaced }) else {
        return inspections
      }
    }
  }

  /// Inspects the files, and loads and configures each usable plugin in this process. For debugging: a crash of a
  /// plugin ends this process.
  ///
  /// - Parameters:
  ///   - component: The component that the plugins extend.
  ///   - isExercising: Whether the functions of C plugins are called as a test.
  /// - Throws: A ``PluginHostError`` if a directory can't be read.
  public func examineInProcess<C: RootComponent>(
    for component: C.Type, isExercising: Bool = false
  ) throws(PluginHostError) -> [PluginInspection] {
    var graphs: [Int: BindingGraph] = [:]
    var inspections = try inspect()
    for index in inspections.indices {
      guard let probed = ProbedPlugin(loading: inspections[index], into: component) else {
        continue
      }
      graphs[index] = try? probed.graph()
      inspections[index] = inspections[index].adding(probed.findings).judged(by: judgement)
    }
    guard isExercising else { return inspections }
    let plan = ExercisePlan(inspections) { graphs[$0] }
    let exercised = plan.findings(
      plan.calls.map {
        PluginExercise(loading: $0.plugins, into: component, calling: $0.function)
      }, in: inspections)
    let named = NamedCommands(exercised)
    let commands = ProbedCommands(
      loading: exercised.filter(\.isUsable), into: component, of: named.origins)
    return named.findings(commands.answers, in: commands.rejections.applied(to: exercised))
      .map { $0.judged(by: judgement) }
  }

  /// Validates the graph of the application with all plugins, without loading any of them into this process.
  ///
  /// - Parameters:
  ///   - probe: Starts the processes that load the plugins.
  ///   - serviceLoader: The validators of the application.
  ///   - progress: Called after each plugin with the number of finished plugins and the total.
  /// - Throws: A ``PluginHostError`` if a directory can't be read.
  public func validate(
    through probe: PluginProbe, serviceLoader: CleanseServiceLoader = CleanseServiceLoader(),
    progress: (_ done: Int, _ count: Int) -> Void = { _, _ in }
  ) throws(PluginHostError) -> CombinedGraph {
    var probe = probe
    var reading = RepeatedReading()
    probe.recent = RecentOutcomes()
    while true {
      let combined = try validateOnce(through: probe, serviceLoader, progress: progress)
      guard reading.isDue(combined.isOutdated) else { return combined }
    }
  }

  private func validateOnce(
    through probe: PluginProbe, _ serviceLoader: CleanseServiceLoader,
    progress: (_ done: Int, _ count: Int) -> Void
  ) throws(PluginHostError) -> CombinedGraph {
    let (inspections, findings) = try inspectAll()
    let probe = probe.granting(to: inspections)
    let early = probe.expectedCombination(of: inspections)
    func combined(_ inspections: [PluginInspection]) -> CombinedGraph {
      probe.combine(inspections, judgement: judgement, serviceLoader: serviceLoader, early: early)
    }
    return combined(probe.examine(inspections, judgement: judgement, progress: progress))
      .selected(by: configuration, combine: combined)
      .adding(findings + [probe.sandboxFinding(for: inspections)].compactMap(\.self))
  }

  /// Inspects files again that were usable together with others.
  ///
  /// - Parameter files: Files of the directories: some plugins with all that they require.
  package func inspect(again files: [PluginFile]) -> [PluginInspection] {
    // Without the findings about the lock's other plugins.
    let inspections = Array(inspectEach(files).prefix(files.count))
    let resolution = ConfigurationResolution(of: inspections, configuration)
    return RequirementValidator.validate(resolution.inspections)
  }

  /// Returns the fragments of the files: one document per plugin, to be linked with others.
  ///
  /// Requirements between plugins are checked when the fragments are linked.
  ///
  /// - Parameters:
  ///   - probe: Loads each plugin in a separate process.
  ///   - progress: Called after each plugin with the number of finished plugins and the total.
  /// - Returns: One document for each plugin or file that should be one, even if it can't be used.
  /// - Throws: A ``PluginHostError`` if a directory can't be read.
  public func fragments(
    through probe: PluginProbe, progress: (_ done: Int, _ count: Int) -> Void = { _, _ in }
  ) throws(PluginHostError) -> [GraphDocument] {
    var probe = probe
    var reading = RepeatedReading()
    probe.recent = RecentOutcomes()
    while true {
      let files = try inspectEach()
      let fragments = probe.granting(to: files).fragments(of: files, progress: progress)
      let isOutdated = fragments.map(\.inspection).contains { !$0.isUsable && $0.isReplaced }
      guard reading.isDue(isOutdated) else {
        return fragments.compactMap { GraphDocument($0.inspection, $0.graph) }
      }
    }
  }

  /// Loads the plugins into this process that pass in processes of their own, which end before this returns.
  ///
  /// If the processes can't be started, because this one has a second thread already, all plugins are rejected. To set their
  /// limits, or to load later, use ``load(_:through:progress:)``.
  ///
  /// - Parameters:
  ///   - selection: Which plugins are used if some of them can't be, or don't fit together.
  ///   - component: The component that the plugins extend.
  /// - Throws: A ``PluginHostError`` if a directory can't be read, as ``load(_:through:progress:)``.
  public func load(
    _ selection: PluginSelection = .configured, for component: any RootComponent.Type
  ) throws(PluginHostError) -> PluginSet {
    let probe: PluginProbe
    do throws(PluginProbeError) {
      probe = try .start(for: component)
    } catch {
      probe = .unavailable(for: component, because: error.description)
    }
    return try load(selection, through: probe)
  }

  /// Loads the plugins into this process that pass in processes of their own. This runs their libraries' constructors.
  ///
  /// If the judgement is strict, no plugin is loaded if there is a warning about any of them, and nothing is built from the
  /// plugins if there is one about the graph.
  ///
  /// - Parameters:
  ///   - selection: Which plugins are used if some of them can't be, or don't fit together.
  ///   - probe: Loads the plugins in separate processes first, to reject those that fail.
  ///   - progress: Called after each probed plugin with the number of finished plugins and the total.
  /// - Throws: A ``PluginHostError`` if a directory can't be read. A plugin that can't be loaded is rejected, and
  ///   the others are loaded; nothing can be built from them unless the configuration allows leaving it out.
  public func load(
    _ selection: PluginSelection = .configured, through probe: PluginProbe,
    progress: (_ done: Int, _ count: Int) -> Void = { _, _ in }
  ) throws(PluginHostError) -> PluginSet {
    var probe = probe
    probe.recent = RecentOutcomes()
    return try load(selection, beforeLoading: probe.endBeforeLoading) { inspections in
      let granted = probe.granting(to: inspections)
      return (
        granted.examine(inspections, judgement: judgement, progress: progress),
        [granted.sandboxFinding(for: inspections)].compactMap(\.self)
      )
    }
  }

  /// Loads all plugins into this process that pass the inspection. A crash or a hang of a plugin is one of the application.
  ///
  /// - Parameter selection: Which plugins are used if some of them can't be, or don't fit together.
  /// - Throws: A ``PluginHostError`` if a directory can't be read, as ``load(_:through:progress:)``.
  public func loadWithoutProbing(
    _ selection: PluginSelection = .configured
  ) throws(PluginHostError) -> PluginSet {
    try withoutDigests.load(selection) { ($0, []) }
  }

  /// What loads plugins to check them returns: the plugins, and findings about none of them.
  private typealias Examination = ([PluginInspection]) -> (
    inspections: [PluginInspection], findings: [Diagnostic]
  )

  private func load(
    _ selection: PluginSelection, beforeLoading prepare: () -> Void = {},
    examining: Examination
  ) throws(PluginHostError) -> PluginSet {
    var host = self
    if selection == .largestThatFits { host.configuration.onFailure = .leaveOut }
    var reading = RepeatedReading()
    while true {
      let plugins = try host.loadOnce(
        examining: examining, beforeLoading: prepare, &reading)
      if let plugins { return plugins }
    }
  }

  /// - Returns: The plugins; nil if they are to be read again because one was replaced meanwhile.
  private func loadOnce(
    examining: Examination, beforeLoading prepare: () -> Void,
    _ reading: inout RepeatedReading
  ) throws(PluginHostError) -> PluginSet? {
    let (inspected, ofConfiguration) = try inspectAll()
    let (inspections, further) = examining(inspected)
    let findings = ofConfiguration + further
    // What is loaded can't be unloaded, and an upgrade can replace several plugins, so all are checked first.
    guard !reading.isDue(inspections.contains(where: \.isReplaced)) else { return nil }
    prepare()
    let all = inspections.flatMap(\.diagnostics) + findings.map(judgement.applied(toPlugin:))
    var plugins =
      judgement.isStrict && all.contains(where: judgement.fails)
      ? PluginSet(leaving: inspections, findings: findings, configuration: configuration)
      : PluginSet(
        loading: inspections, findings: findings, configuration: configuration,
        checksContents: true)
    plugins.judgement = judgement
    return reading.isDue(plugins.isOutdated) ? nil : plugins
  }
}

/// Which plugins are used if some of them can't be, or don't fit together.
public enum PluginSelection: Hashable, Sendable {
  /// What the configuration says; by default, nothing is built then.
  case configured
  /// The largest set that fits, unless the configuration requires single plugins.
  case largestThatFits
}
