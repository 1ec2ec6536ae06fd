import PluginFiles
package import PluginLoading
import PluginProbing
import PluginTrust
public import Cleanse
import CleanseSupport

/// Reads and loads the plugins of some directories.
///
/// ```swift
/// let plugins = try PluginHost(directories: ["/usr/lib/editor/plugins"]).load(through: probe)
/// let factory = try ComponentFactory.of(EditorComponent.self, plugins: plugins)
/// ```
public struct PluginHost: Sendable {
  private let directories: [String]
  private let files: [String]
  private let trust: TrustPolicy
  private let levels: FindingLevels

  /// - Parameters:
  ///   - directories: Where the plugins lie; directories inside of these are not searched.
  ///   - trust: Which plugins may be used. By default, one that others than root and the user can
  ///     change may not.
  ///   - levels: How findings are taken that are to be taken other than they come. One about a plugin
  ///     that is made an error rejects it; an error about a plugin stays one.
  public init(
    directories: [String], trust: TrustPolicy = TrustPolicy(),
    levels: FindingLevels = FindingLevels()
  ) {
    self.directories = directories
    files = []
    self.trust = trust
    self.levels = levels
  }

  /// - Parameters:
  ///   - files: The plugins themselves, whatever their names end in.
  ///   - directories: Where further plugins lie.
  ///   - trust: Which of them may be used.
  ///   - levels: How findings are taken that are to be taken other than they come.
  public init(
    files: [String], directories: [String] = [], trust: TrustPolicy = TrustPolicy(),
    levels: FindingLevels = FindingLevels()
  ) {
    self.directories = directories
    self.files = files
    self.trust = trust
    self.levels = levels
  }

  /// What the files are, without running any of them.
  ///
  /// - Returns: One inspection a file, in the order of the directories, then of the file names.
  /// - Throws: When a directory can't be read. What is wrong with a single file is told by its
  ///   inspection.
  public func inspect() throws(PluginHostError) -> [PluginInspection] {
    RequirementValidator.validate(DuplicateIdentifierValidator.validate(try inspectEach()))
  }

  /// What each file is, whatever the others are.
  private func inspectEach() throws(PluginHostError) -> [PluginInspection] {
    let inspector = PluginInspector(host: .host)
    let inspections =
      (try PluginDirectory.files(in: directories)
      + files.map(PluginDirectory.file)).parallelMap(inspector.inspect)
    // Trust comes first: what may not be used must not get in the way of what may.
    let trusted = TrustValidator(policy: trust, directories: directories).validate(inspections)
    return EmbeddedContractValidator.validate(
      trusted.map { $0.taking(levels) }, inspector.libraries)
  }

  /// What the files are, with each plugin loaded and configured in a process of its own.
  ///
  /// - Parameters:
  ///   - probe: What starts the processes.
  ///   - progress: Called after each plugin with how many are done, and of how many.
  /// - Throws: When a directory can't be read.
  public func examine(
    through probe: PluginProbe, progress: (_ done: Int, _ count: Int) -> Void = { _, _ in }
  ) throws(PluginHostError) -> [PluginInspection] {
    probe.examine(try inspect(), levels: levels, progress: progress)
  }

  /// What the files are, with each plugin that can be used loaded into this process and configured: for
  /// a debugger, as whatever a plugin does happens here.
  ///
  /// - Parameters:
  ///   - component: The component that the plugins extend.
  ///   - isExercising: Whether the functions of plugins in C are called by way of trial.
  /// - Throws: When a directory can't be read.
  public func examineInProcess<C: RootComponent>(
    for component: C.Type, isExercising: Bool = false
  ) throws(PluginHostError) -> [PluginInspection] {
    var graphs: [Int: BindingGraph] = [:]
    var inspections = try inspect()
    for place in inspections.indices {
      guard let plugin = InspectedPlugin(inspections[place]) else { continue }
      let probed = ProbedPlugin(loading: plugin, into: component)
      graphs[place] = try? probed.graph()
      inspections[place] = inspections[place].adding(probed.findings).taking(levels)
    }
    guard isExercising else { return inspections }
    let plan = ExercisePlan(inspections) { graphs[$0] }
    return plan.findings(
      plan.calls.map {
        PluginExercise(loading: $0.plugins, into: component, calling: $0.function)
      }, in: inspections
    ).map { $0.taking(levels) }
  }

  /// What the plugins come to together, found out without loading any of them into this process.
  ///
  /// - Parameters:
  ///   - probe: What starts the processes.
  ///   - serviceLoader: Validators of the application.
  ///   - progress: Called after each plugin with how many are done, and of how many.
  /// - Throws: When a directory can't be read.
  public func validate(
    through probe: PluginProbe, serviceLoader: CleanseServiceLoader = CleanseServiceLoader(),
    progress: (_ done: Int, _ count: Int) -> Void = { _, _ in }
  ) throws(PluginHostError) -> CombinedGraph {
    probe.combine(
      try examine(through: probe, progress: progress), severities: levels.severities,
      serviceLoader: serviceLoader)
  }

  /// The fragments of the files: the document of each as it is alone, for whoever links them with others.
  ///
  /// Whether the plugins that one requires are there is only looked at when fragments are linked.
  ///
  /// - Parameters:
  ///   - probe: What loads each plugin in a process of its own.
  ///   - progress: Called after each plugin with how many are done, and of how many.
  /// - Returns: One document for each plugin or file that should be one, also for one that can't be used.
  /// - Throws: When a directory can't be read.
  public func fragments(
    through probe: PluginProbe, progress: (_ done: Int, _ count: Int) -> Void = { _, _ in }
  ) throws(PluginHostError) -> [GraphDocument] {
    probe.fragments(of: try inspectEach(), progress: progress).compactMap {
      GraphDocument($0.inspection, $0.graph)
    }
  }

  /// Loads the plugins that can be used into this process, which runs their libraries' constructors.
  ///
  /// - Parameters:
  ///   - probe: Finds out first, in other processes, which plugins do no harm by that. Without one, all
  ///     that passed the inspection are loaded.
  ///   - isStrict: Whether nothing at all is loaded where there is an error or a warning about one of
  ///     the plugins.
  ///   - progress: Called after each plugin that was probed with how many are done, and of how many.
  /// - Throws: When a directory can't be read. A plugin that can't be loaded is rejected, and the
  ///   rest go on without it.
  public func load(
    through probe: PluginProbe? = nil, isStrict: Bool = false,
    progress: (_ done: Int, _ count: Int) -> Void = { _, _ in }
  ) throws(PluginHostError) -> PluginSet {
    try load(through: probe, isStrict: isStrict, progress: progress) { _ in }
  }

  /// The same, for who has to know which plugins these are before their constructors run.
  package func load(
    through probe: PluginProbe?, isStrict: Bool, progress: (_ done: Int, _ count: Int) -> Void,
    loading: ([InspectedPlugin]) -> Void
  ) throws(PluginHostError) -> PluginSet {
    var inspections = try inspect()
    if let probe {
      inspections = probe.examine(inspections, levels: levels, progress: progress)
    }
    let isRefused = isStrict && inspections.flatMap(\.diagnostics).contains { $0.severity > .note }
    guard !isRefused else { return PluginSet(leaving: inspections) }
    loading(inspections.compactMap(InspectedPlugin.init))
    return PluginSet(loading: inspections, checksContents: true)
  }
}
