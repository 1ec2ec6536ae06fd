import CleansePluginHost

/// The graph documents that a command line names in place of directories of plugins.
struct GraphFiles {
  private let paths: [String]
  private let command: String

  /// - Throws: A ``UsageError`` where none is named, or together with an option that is about loading plugins.
  init(
    of path: PluginPath, for command: String, _ arguments: ParsedArguments
  ) throws(UsageError) {
    guard path.origin == .arguments else {
      throw UsageError(
        "option --graph needs the graph files to read",
        hints: ["name files, or directories of such"], command: command)
    }
    let unfit = ([.exercise] + Option.probing + Option.trusting).first(where: arguments.contains)
    if let unfit {
      throw UsageError(
        "options --graph and --\(unfit.name) don't go together",
        hints: ["no plugin is loaded where its graph is read from a file"], command: command)
    }
    paths = path.directories
    self.command = command
  }

  /// Links what the files hold.
  ///
  /// - Parameter levels: How findings are taken that are to be taken other than they come.
  /// - Throws: A ``UsageError`` for a file that is not there, and a ``HostFailure`` for one that can't be used.
  func link(_ levels: FindingLevels) throws -> CombinedGraph {
    try withDocument(for: command) { () throws(DocumentError) in
      try CombinedGraph(linking: GraphDocument.read(paths), levels: levels)
    }
  }
}

extension Option {
  static let graph = Option("graph", "The operands are graph files; load no plugin")
}
