import CleanseFindingReports
import CleansePluginHost

extension CombinedGraph {
  /// Combines the plugins of the directories, which are loaded in other processes, or links graph documents
  /// if the arguments contain `--graph`.
  ///
  /// - Throws: A ``UsageError`` or a ``CommandFailure`` for a directory or a document that can't be read.
  init(
    of path: PluginPath, for command: String, _ arguments: ParsedArguments,
    in context: CommandContext
  ) throws {
    let policy = context.policy
    if arguments.contains(.graph) {
      let files = try GraphFiles(of: path, for: command, arguments)
      self = try files.link(policy.judgement, context.tool.serviceLoader)
      return
    }
    let host = try path.host(policy, for: command)
    let probe = context.probe(arguments)
    let progress = ProgressLine(on: context)
    let combined = try path.reading(
      host.validate(
        through: probe, serviceLoader: context.tool.serviceLoader, progress: progress.show),
      for: command)
    // Without the plugins, the graph has fewer keys than the last complete one.
    if combined.isComplete {
      KnownKeys.store(combined.graph, of: path, in: probe.cache, context.tool)
    }
    self = combined
    progress.clear()
  }
}
