import FindingReports
import CleanseSupport

/// A command of the program: its declaration for the help, its options and its implementation.
///
/// ``PluginTool`` has the list of its commands. It finds the one that the first argument names, parses the rest with the
/// command's ``options``, reads the policy file if the command needs it, and runs the command with a ``CommandContext``:
/// the environment and the streams. Help, man pages and completions are written from the same declarations. A command
/// holds its options and delegates; what it throws is reported in `PluginTool+Dispatch.swift` alone.
protocol Subcommand: Sendable {
  /// The name on the command line, such as `list`.
  static var name: String { get }
  /// The group in the help of the program.
  static var group: CommandGroup { get }
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

  /// Whether the program reads the policy file before it starts the command.
  static var needsPolicy: Bool { get }

  /// Whether the command loads plugins, at first in separate processes.
  static var loadsPlugins: Bool { get }

  /// Whether the command loads plugins into its own process, so that another process has to watch it.
  static var isWatched: Bool { get }

  /// Whether the command runs in worker processes of a supervisor.
  static var isSupervised: Bool { get }

  /// Runs the command.
  ///
  /// - Throws: A ``UsageError`` for an invalid command line, or the error that stopped the host.
  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus
}

extension Subcommand {
  static var needsPolicy: Bool { options.options.contains(.config) }
  static var loadsPlugins: Bool { false }
  static var isWatched: Bool { false }
  static var isSupervised: Bool { false }
}

/// All commands.
///
/// The help lists the commands of a group in this order.
enum Subcommands {
  static let all: [any Subcommand.Type] = [
    ListCommand.self, ShowCommand.self, ProbeCommand.self, DoctorCommand.self,
    ValidateCommand.self, DiffCommand.self, FragmentCommand.self, GraphCommand.self,
    WhyCommand.self, WithoutCommand.self, RunCommand.self, ServeCommand.self,
    ReloadCommand.self, StatusCommand.self, LockCommand.self, KeyCommand.self, SignCommand.self,
    VerifyCommand.self, NewCommand.self, BuildCommand.self, SDKCommand.self,
    ConfigCommand.self, CacheCommand.self, CompletionsCommand.self, HelpCommand.self,
  ]

  /// The commands for applications with services.
  static let serving: [any Subcommand.Type] = [
    ServeCommand.self, ReloadCommand.self, StatusCommand.self,
  ]
}

extension PluginTool {
  /// Returns the command with a name.
  ///
  /// - Throws: A ``UsageError`` with the nearest name as a hint.
  func command(named name: String) throws(UsageError) -> any Subcommand.Type {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let names = commands.map { $0.name }
    let nearest = NearestNames.of(name, among: names)
    let hint = nearest.first.map { "did you mean `host \($0)`?" }
    throw UsageError(
      "unknown command `\(name)`",
      hints: [hint ?? "the commands are \(names.joined(separator: ", "))"])
  }
}
