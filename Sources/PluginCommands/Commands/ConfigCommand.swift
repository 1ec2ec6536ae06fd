/// `host config`: what is in effect, and who says so.
enum ConfigCommand: Subcommand {
  static let name = "config"
  static let summary = "tell which settings are in effect and where each comes from"
  static let operands = "[DIR…]"
  static let options = OptionTable(
    [.format, .strict, .deadline] + Option.trusting + Option.policing)
  static let details = [
    "Settings come from the command line, else from the environment, else from the",
    "policy file, else they are built in. The policy file is the nearest host.json in",
    "this directory or one around it; one that others can change is not used. Give",
    "`config` what you would give another command to see what would be in effect for",
    "it. Nothing that the settings name is read. Documentation/Policy.md lists the",
    "keys of the file.",
  ]
  static let examples = [
    "host config", "host config --format json",
    "host config --no-config --severity plugin/wrote-output=ignore plugins",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let policy = context.policy
    let report = ConfigReport(
      policy, path: PluginPath(operands: arguments.allOperands, policy: policy))
    switch arguments.format {
    case .json: try context.write(JSONOutput.text(of: report))
    case .text: try context.write(report.text(for: context.outputTerminal))
    }
    return .success
  }
}
