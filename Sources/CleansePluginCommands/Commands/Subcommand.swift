import CleanseFindingReports
import CleanseSupport

/// A command of the program: its declaration for the help, its options and its implementation.
///
/// ``CommandGroup`` lists all commands, and ``PluginTool`` those that the application has. The tool finds the one that the
/// first argument names, parses the rest with the command's ``options``, reads the policy file if the command needs it, and
/// runs the command with a ``CommandContext``: the environment and the streams. Help, man pages and completions are written
/// from the same declarations. A command holds its options and delegates: it makes a ``CommandReport`` of inspections, or of
/// a `CombinedGraph`, which ``QueryOperands`` checks for a graph if the command has a subject. What it throws is reported in
/// `PluginTool+Dispatch.swift` alone.
protocol Subcommand: Sendable {
  /// The name on the command line, such as `list`.
  static var name: String { get }
  /// One line in the imperative, without a full stop.
  static var summary: String { get }
  /// The operands in the usage line, such as `[DIR]... PLUGIN`.
  static var operands: String { get }
  /// The options of the command.
  static var options: OptionTable { get }
  /// The description in the help: lines of at most 80 columns.
  static var details: [String] { get }
  /// Example command lines.
  static var examples: [String] { get }
  /// What the exit statuses mean.
  static var statuses: StatusMeanings { get }

  /// What the help says in a tool, which can have less than the command.
  static func help(in tool: PluginTool) -> CommandHelp

  /// Whether the program reads the policy file before it starts the command.
  static var needsPolicy: Bool { get }

  /// Whether the command loads plugins, at first in separate processes.
  static var loadsPlugins: Bool { get }

  /// Whether the command loads plugins into its own process, so that another process has to watch it.
  static var isWatched: Bool { get }

  /// The command itself if it runs in worker processes of a supervisor. A cast would search all conformances at each start.
  static var supervised: (any SupervisedCommand.Type)? { get }

  /// Whether plugins run in the process of the command, which `permissions` in the policy file confine.
  static var runsPlugins: Bool { get }

  /// What an application has to have for the command; nil if all have it.
  static var feature: ToolFeature? { get }

  /// Runs the command.
  ///
  /// - Throws: A ``UsageError`` for an invalid command line, or the error that stopped the host.
  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus
}

extension Subcommand {
  static var statuses: StatusMeanings { StatusMeanings() }
  static var needsPolicy: Bool { options.options.contains(.config) }
  static var loadsPlugins: Bool { false }
  static var isWatched: Bool { false }
  static var supervised: (any SupervisedCommand.Type)? { nil }
  static var runsPlugins: Bool { isWatched }
  static var feature: ToolFeature? { nil }
}

/// A feature of an application that not all applications have.
enum ToolFeature: Sendable {
  /// Plugins contribute commands.
  case commands
  /// It has services, as plugins can have.
  case services
}

extension PluginTool {
  /// The headings of the groups that have commands, with these.
  var groups: [(heading: String, commands: [any Subcommand.Type])] {
    CommandGroup.allCases.map { group in
      (group.heading, group.commands.filter { one in commands.contains { $0 == one } })
    }.filter { !$0.commands.isEmpty }
  }

  /// Returns the command with a name.
  ///
  /// - Throws: A ``UsageError`` with the nearest name as a hint.
  func command(named name: String) throws(UsageError) -> any Subcommand.Type {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let nearest = NearestNames.of(name, among: commands.map { $0.name }).first
    throw UsageError(
      "unknown command `\(name)`", hints: nearest.map { ["did you mean `host \($0)`?"] } ?? [])
  }
}
