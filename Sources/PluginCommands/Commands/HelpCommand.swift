import FindingReports

/// `host help`: the help of the program or of one command.
enum HelpCommand: Subcommand {
  static let name = "help"
  static let group = CommandGroup.project
  static let summary = "Show the help of the program or of one command"
  static let operands = "[COMMAND]"
  static let options = OptionTable([])
  static let details: [String] = []
  static let examples = ["host help validate"]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    guard arguments.allOperands.count <= 1 else {
      throw UsageError("`host help` takes at most one command", command: name)
    }
    guard let topic = arguments.allOperands.first else {
      try context.write(HelpText.ofProgram)
      return .success
    }
    try context.write(HelpText.of(Subcommands.named(topic)))
    return .success
  }
}
