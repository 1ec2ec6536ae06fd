import CleanseGraph
import CleansePluginHost

/// A `CombinedGraph` as the policy has this program show it: without the findings that are ignored.
///
/// It is not part of the library, as it answers what commands ask: which entries are listed, what counts as an
/// error, whether the program may run.
struct Combination {
  let plugins: [PluginInspection]
  /// What is wrong with the graph; what is wrong with a plugin stands with it.
  let diagnostics: [Diagnostic]
  /// How many findings were left out, with the plugins and of the graph.
  let ignored: Int
  /// What all of that was taken from.
  let combined: CombinedGraph
  let levels: FindingLevels

  var graph: BindingGraph { combined.graph }

  /// - Parameter levels: Which findings are left out; they have come with the weight that these say.
  init(_ combined: CombinedGraph, _ levels: FindingLevels = FindingLevels()) {
    (self.combined, self.levels) = (combined, levels)
    plugins = combined.inspections.map { $0.leavingOut(ignoredBy: levels) }
    diagnostics = combined.diagnostics.filter { !levels.ignores($0) }
    let all = combined.inspections.flatMap(\.diagnostics) + combined.diagnostics
    ignored = Set(all.filter(levels.ignores)).count
  }

  /// What somebody makes up.
  init(plugins: [PluginInspection], graph: BindingGraph, diagnostics: [Diagnostic]) {
    self.init(CombinedGraph(plugins, graph, diagnostics: diagnostics))
  }

  /// Finds out in other processes what the plugins of the directories come to, or links graph documents
  /// where the arguments say that such are named.
  ///
  /// - Throws: A ``UsageError`` or a ``HostFailure`` for a directory or a document that can't be read.
  init(
    of path: PluginPath, for command: String, _ arguments: ParsedArguments,
    in surroundings: Surroundings
  ) throws {
    let policy = surroundings.policy
    if arguments.contains(.graph) {
      let files = try GraphFiles(of: path, for: command, arguments)
      self.init(try files.link(policy.levels), policy.levels)
      return
    }
    let host = PluginHost(
      directories: path.directories, trust: try policy.trust(for: command), levels: policy.levels)
    let probe = surroundings.probe(arguments)
    let progress = ProgressLine(on: surroundings)
    self.init(
      try path.reading(for: command) { () throws(PluginHostError) in
        try host.validate(through: probe, progress: progress.show)
      }, policy.levels)
    progress.clear()
  }

  /// The plugins and the files that should be some.
  var entries: [PluginEntry] {
    plugins.compactMap(PluginEntry.init)
  }

  /// Whether there are plugins, and every one of them was rejected.
  var isNothingUsable: Bool {
    !entries.isEmpty && entries.allSatisfy { $0.status == .rejected }
  }

  /// What to tell of plugins that were rejected, to who looks at the graph alone.
  var leftOut: [String] {
    let names = entries.filter { $0.status == .rejected }.map(\.name)
    guard !names.isEmpty else { return [] }
    let subject = names.count == 1 ? "1 plugin is" : "\(names.count) plugins are"
    let listed = names.count > 3 ? names.prefix(3) + ["…"] : names[...]
    return [
      "host: \(subject) not in the graph, as `host validate` rejects "
        + (names.count == 1 ? "it: " : "them: ") + listed.joined(separator: ", ")
    ]
  }

  /// Everything that is wrong: each finding once, those of the plugins first.
  var findings: [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return (plugins.flatMap(\.diagnostics) + diagnostics).filter { seen.insert($0).inserted }
  }

  /// The findings that count as errors, with the plugins or in the graph.
  func errors(strictly isStrict: Bool) -> [Diagnostic] {
    findings.filter { $0.severity >= (isStrict ? .warning : .error) }
  }

  /// Whether the program may build its root: strictly, nothing at all may be wrong; otherwise a
  /// plugin that can't be used is left out.
  func isRunnable(strictly isStrict: Bool) -> Bool {
    isStrict
      ? errors(strictly: true).isEmpty : diagnostics.allSatisfy { $0.severity < .error }
  }
}
