import CleanseSupport
import CleanseFindingReports

/// `host help`: the help of the program or of one command.
enum HelpCommand: Subcommand {
  static let name = "help"
  static let summary = "Show the help of the program or of one command"
  static let operands = "[COMMAND|options]"
  static let options = OptionTable([.manualPage])
  static let details = [
    "Prints the help of the program, that of a command, or that of the options that",
    "many commands have. With --man, prints the manual page instead, for man or",
    "mandoc; the page of the program has these options. Its date is that of the",
    "release, or that of the variable SOURCE_DATE_EPOCH.",
  ]
  static let statuses = StatusMeanings.work
  static let examples = [
    "host help validate", "host help --man validate | man -l -",
  ]

  /// The operand for the help of the options that many commands have.
  static let optionsTopic = "options"

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    guard arguments.allOperands.count <= 1 else {
      throw UsageError("`host help` takes at most one command", command: name)
    }
    let topic = arguments.allOperands.first
    let isAboutOptions = topic == optionsTopic
    let command = try (isAboutOptions ? nil : topic).map { name throws(UsageError) in
      try context.tool.command(named: name)
    }
    let text = HelpText(context.names)
    if arguments.contains(.manualPage) {
      let page = try ManualPage(context.tool, environment: context.environment)
      try context.write(command.map(page.text) ?? page.text)
    } else if isAboutOptions {
      try context.write(text.ofOptions)
    } else {
      try context.write(command.map { text.of($0, in: context.tool) } ?? text.of(context.tool))
    }
    return .success
  }
}

extension Option {
  static let manualPage = Option("man", "Print the manual page")
}
