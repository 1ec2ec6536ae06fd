import CleanseSupport

/// One command of the program: its options and what it delegates to.
protocol Subcommand: Sendable {
  /// What the user types, as in `list`.
  static var name: String { get }
  /// What it does, in one line.
  static var summary: String { get }
  /// What may stand behind the name, as in `[DIR…] IDENTIFIER`.
  static var operands: String { get }
  /// Its own options.
  static var options: OptionTable { get }
  /// What else its help says: lines of at most 80 columns.
  static var details: [String] { get }
  /// Command lines that a reader can try.
  static var examples: [String] { get }

  /// Whether it loads plugins, in processes of their own at first.
  static var loadsPlugins: Bool { get }

  /// Whether plugins end up in the process of the command, so that another process has to watch it.
  static var isWatched: Bool { get }

  /// - Throws: A ``UsageError`` for a command line that makes no sense, or what stopped the host.
  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus
}

extension Subcommand {
  static var loadsPlugins: Bool { false }
  static var isWatched: Bool { false }
}

/// The commands, in the order in which the help lists them.
enum Subcommands {
  static let all: [any Subcommand.Type] = [
    ListCommand.self, ShowCommand.self, ProbeCommand.self, ValidateCommand.self, RunCommand.self,
    GraphCommand.self, WhyCommand.self, NeedsCommand.self, WithoutCommand.self, DiffCommand.self,
    FragmentCommand.self, LockCommand.self, KeyCommand.self, SignCommand.self, CacheCommand.self,
    ConfigCommand.self, SDKCommand.self, SelftestCommand.self, HelpCommand.self,
  ]

  static var names: [String] {
    all.map { $0.name }
  }

  /// - Throws: A ``UsageError`` with the nearest name as a hint.
  static func named(_ name: String) throws(UsageError) -> any Subcommand.Type {
    if let command = all.first(where: { $0.name == name }) { return command }
    let nearest = NearestNames.of(name, among: names)
    let hint = nearest.first.map { "did you mean `host \($0)`?" }
    throw UsageError(
      "unknown command `\(name)`",
      hints: [hint ?? "the commands are \(names.joined(separator: ", "))"])
  }
}
