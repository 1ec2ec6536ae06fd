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
      try Self.checkGraphFiles(path, for: command, arguments)
      self = try withDocument(
        CombinedGraph(
          linking: GraphDocument.read(path.directories), judgement: policy.judgement,
          serviceLoader: context.serviceLoader), for: command)
      return
    }
    let host = try path.host(policy, for: command, using: context.servedSet?.plugins)
    let probe = context.probe(arguments)
    let progress = ProgressLine(on: context)
    let combined = try path.reading(
      host.validate(
        through: probe, serviceLoader: context.serviceLoader, progress: progress.show),
      for: command)
    // Without the plugins, the graph has fewer keys than the last complete one.
    if combined.isComplete {
      KnownKeys.store(combined.graph, of: path, in: probe.cache, context.tool)
    }
    self = combined
    progress.clear()
  }

  /// - Throws: A ``UsageError`` if no graph file is named, or if an option for loading plugins is given.
  private static func checkGraphFiles(
    _ path: PluginPath, for command: String, _ arguments: ParsedArguments
  ) throws(UsageError) {
    guard path.origin == .arguments else {
      throw UsageError(
        "option --graph requires graph files",
        hints: ["name graph files, or directories of graph files"], command: command)
    }
    let unfit = ([.exercise] + Option.probing + Option.trusting).first(where: arguments.contains)
    if let unfit {
      throw UsageError(
        "options --graph and --\(unfit.name) can't be combined",
        hints: ["--graph loads no plugins"], command: command)
    }
  }
}
