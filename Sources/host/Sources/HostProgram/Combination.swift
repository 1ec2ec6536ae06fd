import Cleanse
import CleansePluginHost

/// The plugins of some directories, configured into this program's component and checked.
struct Combination {
  let plugins: [PluginInspection]
  let graph: BindingGraph
  /// What is wrong with the graph; what is wrong with a plugin stands with it.
  let diagnostics: [Diagnostic]
  /// What all of that was taken from.
  let combined: CombinedGraph

  init(_ combined: CombinedGraph) {
    self.combined = combined
    plugins = combined.inspections
    graph = combined.graph
    diagnostics = combined.diagnostics
  }

  /// Finds out in other processes what the plugins of the directories come to, or links graph documents
  /// where the arguments say that such are named.
  ///
  /// - Throws: A ``UsageError`` or a ``HostFailure`` for a directory or a document that can't be read.
  init(
    of path: PluginPath, for command: String, _ arguments: ParsedArguments,
    in surroundings: Surroundings
  ) throws {
    if arguments.contains(.graph) {
      self.init(try GraphFiles(of: path, for: command, arguments).link())
      return
    }
    let host = PluginHost(
      directories: path.directories, trust: try TrustPolicy(arguments, for: command))
    let probe = try surroundings.probe(arguments, for: command)
    let progress = ProgressLine(on: surroundings)
    self.init(
      try path.reading(for: command) { () throws(PluginHostError) in
        try host.validate(through: probe, progress: progress.show)
      })
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
