/// `host help`: the program, or one command of it.
enum HelpCommand: Subcommand {
  static let name = "help"
  static let summary = "tell what the program or one of its commands does"
  static let operands = "[COMMAND]"
  static let options = OptionTable([])
  static let details: [String] = []
  static let examples = ["host help validate"]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    guard arguments.allOperands.count <= 1 else {
      throw UsageError("`host help` takes the name of one command", command: name)
    }
    guard let topic = arguments.allOperands.first else {
      try context.write(HelpText.ofProgram)
      return .success
    }
    try context.write(HelpText.of(Subcommands.named(topic)))
    return .success
  }
}
