import CleanseFindingReports
import CleansePluginHost

/// The graph files that a command line names instead of directories of plugins.
struct GraphFiles {
  private let paths: [String]
  private let command: String

  /// - Throws: A ``UsageError`` if none is named, or if an option for loading plugins is given.
  init(
    of path: PluginPath, for command: String, _ arguments: ParsedArguments
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
    paths = path.directories
    self.command = command
  }

  /// Links the graphs in the files.
  ///
  /// - Parameters:
  ///   - judgement: How the findings are judged.
  ///   - serviceLoader: The validators of the application.
  /// - Throws: A ``UsageError`` for a file that does not exist, and a ``CommandFailure`` for one that can't be used.
  func link(
    _ judgement: Judgement, _ serviceLoader: CleanseServiceLoader
  ) throws -> CombinedGraph {
    try withDocument(
      CombinedGraph(
        linking: GraphDocument.read(paths), judgement: judgement, serviceLoader: serviceLoader),
      for: command)
  }
}

extension Option {
  static let graph = Option("graph", "Read graph files as operands; load no plugins")
}
