import CleanseSupport
import FindingReports

/// `host help`: the help of the program or of one command.
enum HelpCommand: Subcommand {
  static let name = "help"
  static let group = CommandGroup.project
  static let summary = "Show the help of the program or of one command"
  static let operands = "[COMMAND]"
  static let options = OptionTable([])
  static let details: [String] = []
  static let examples = ["\(Tool.name) help validate"]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    guard arguments.allOperands.count <= 1 else {
      throw UsageError("`\(Tool.name) help` takes at most one command", command: name)
    }
    guard let topic = arguments.allOperands.first else {
      try context.write(HelpText.of(context.tool))
      return .success
    }
    try context.write(HelpText.of(context.tool.command(named: topic)))
    return .success
  }
}
