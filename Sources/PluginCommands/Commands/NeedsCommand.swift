import CleansePluginHost

/// `host needs`: what a plugin takes from others and gives to them.
enum NeedsCommand: Subcommand {
  static let name = "needs"
  static let summary = "tell what a plugin takes from others and what it gives to them"
  static let operands = "[DIR…] PLUGIN"
  static let options = OptionTable(
    [.format, .graph] + Option.probing + Option.trusting + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "Tells what the plugin asks others and the application for, and by which of its",
    "bindings; which plugins it requires, and which require it; who uses what it",
    "binds and contributes, what it overrides, and what nobody uses. A plugin is",
    "named by its identifier, its file's name or a path. To learn all that, the",
    "plugins of the directories are loaded, in other processes.",
    "The status is 1 if it can't be used, or asks for something that nothing binds.",
  ]
  static let examples = [
    "host needs plugins org.cleanse.samples.pipeline", "host needs plugins/libPipeline.so",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let operands = try QuestionOperands(
      arguments, asking: name, for: "the identifier of a plugin", in: context)
    let combination = try operands.combination(for: name, arguments, in: context)
    let plugin = PluginName(operands.subjects[0])
    let report = NeedsReport(of: combination, where: plugin.names)
    guard !report.plugins.isEmpty else {
      throw operands.hinted(
        plugin.unknown(among: combination.entries.map(\.name), in: operands.path, for: name))
    }
    switch arguments.format {
    case .json: try context.write(JSONOutput.text(of: report))
    case .text:
      try context.write(report.text(for: context.outputTerminal))
      context.tell(report.findings)
    }
    return report.status
  }
}
