import FindingReports

/// `host config`: the effective settings and their origins.
enum ConfigCommand: Subcommand {
  static let name = "config"
  static let group = CommandGroup.project
  static let summary = "Show the effective settings and their origins"
  static let operands = "[DIR]..."
  static let options = OptionTable(
    [.format, .strict, .deadline] + Option.trusting + Option.policing)
  static let details = [
    "Settings come from the command line, else from the environment, else from the",
    "policy file, else from the defaults. The policy file is the nearest host.json in",
    "this directory or its parents; a file that other users can change is not used.",
    "Pass the arguments of another command to see the settings for that command.",
    "Files that the settings name are not read. Documentation/Policy.md lists the",
    "keys of the policy file. For example:",
    "",
    "  {\"directories\": [\"plugins\"], \"severities\": {\"plugin/wrote-output\": \"error\"}}",
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
