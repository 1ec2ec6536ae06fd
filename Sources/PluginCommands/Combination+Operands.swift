import CleansePluginHost

extension Combination {
  /// Finds out in other processes what the plugins of the directories come to, or links graph documents
  /// where the arguments say that such are named.
  ///
  /// - Throws: A ``UsageError`` or a ``HostFailure`` for a directory or a document that can't be read.
  init(
    of path: PluginPath, for command: String, _ arguments: ParsedArguments,
    in context: CommandContext
  ) throws {
    let policy = context.policy
    if arguments.contains(.graph) {
      let files = try GraphFiles(of: path, for: command, arguments)
      self.init(try files.link(policy.levels), policy.levels)
      return
    }
    let host = PluginHost(
      directories: path.directories, trust: try policy.trust(for: command), levels: policy.levels)
    let probe = context.probe(arguments)
    let progress = ProgressLine(on: context)
    self.init(
      try path.reading(for: command) { () throws(PluginHostError) in
        try host.validate(through: probe, progress: progress.show)
      }, policy.levels)
    progress.clear()
  }
}
