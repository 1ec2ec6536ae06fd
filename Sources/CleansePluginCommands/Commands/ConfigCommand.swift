import CleanseSupport
import CleansePluginHost
import CleanseFindingReports

/// `host config`: the effective settings and their origins.
enum ConfigCommand: Subcommand {
  static let name = "config"
  static let summary = "Show the effective settings and their origins"
  static let operands = "[DIR]..."
  static let options = OptionTable(
    [.format, .schema, .strict, .baseline] + Option.probing + Option.trusting + Option.policing)
  static let details = [
    "Settings come from the command line, else from the environment, else from the",
    "policy file, else from the defaults. The policy file is the nearest",
    "host.json in this directory or its parents; a file that other users can",
    "change is an error. Pass the arguments of another command to see the settings",
    "for that command. The options of plugins are read from their notes; no code of",
    "a plugin runs. With --schema, prints the JSON Schema of host.json for",
    "editors, with the options of all plugins in the directories.",
    "Documentation/Policy.md lists the keys of the policy file. For example:",
    "",
    "  {\"directories\": [\"plugins\"], \"severities\": {\"plugin/wrote-output\": \"error\"}}",
  ]
  static let statuses = StatusMeanings.work
  static let examples = [
    "host config", "host config --format json",
    "host config --schema > schema.json",

    "host config --no-config --severity plugin/wrote-output=ignore plugins",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let policy = context.policy
    let path = PluginPath(operands: arguments.allOperands, policy: policy)
    let plugins = try plugins(in: path, policy)
    guard !arguments.contains(.schema) else {
      try context.write(JSONOutput.text(of: ConfigSchema(plugins, of: context.names).tree))
      return .success
    }
    let report = ConfigReport(policy, path: path, plugins: plugins)
    try context.write(report, arguments)
    return .success
  }

  /// The plugins in the directories that exist: settings can be shown before there are plugins.
  private static func plugins(
    in path: PluginPath, _ policy: Policy
  ) throws -> [PluginInspection] {
    let directories = path.directories.filter(QueryOperands.isDirectory)
    let host = PluginHost(directories: directories, configuration: policy.configuration)
    return try path.reading(host.inspect(), for: name)
  }
}

extension Option {
  fileprivate static let schema = Option(
    "schema", "Print the JSON Schema of host.json")
}
