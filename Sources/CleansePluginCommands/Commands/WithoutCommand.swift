import CleanseSupport
import CleanseFindingReports
import CleansePluginHost

/// `host without`: the effects of removing plugins.
enum WithoutCommand: Subcommand {
  static let name = "without"
  static let summary = "Show the effects of removing plugins"
  static let operands = "[DIR]... PLUGIN..."
  static let options = OptionTable(
    [.format, .graph] + Option.probing + Option.trusting + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "Shows which other plugins would have to be removed because they require one of",
    "these; which bindings the remaining plugins would lose, and what would replace",
    "them; and which findings would be new or absent. A plugin is named by its",
    "identifier, its file name or a path. No files are removed.",
  ]
  static let statuses = StatusMeanings(
    success: "there would be no new error", findings: "there would be a new error")
  static let examples = [
    "host without plugins org.cleanse.samples.words",
    "host without plugins/libWords.so",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    // Directories or graph files come first; the last operand is always a plugin.
    let all = arguments.allOperands
    let directories = all.dropLast().prefix { operand in
      QueryOperands.isDirectory(operand)
        || (arguments.contains(.graph) && PluginName.resolvedFile(at: operand) != nil)
    }
    let operands = try QueryOperands(
      directories: directories, subjects: all.dropFirst(directories.count), of: name,
      noun: "the identifier of a plugin", in: context)
    let combination = try operands.combination(for: name, arguments, in: context)
    let named = try operands.subjects.map { subject in
      try operands.hinting {
        try combination.usablePlugin(PluginName(subject), in: operands.path, for: name)
      }
    }
    if let message = combination.leftOut { context.report(message: message) }
    let distinct = named.distinct()
    let tree = combination.requirements
    let rest = combination.without(
      Set(distinct + tree.dependents(of: distinct).map(\.identifier)))
    let report = WithoutReport(
      distinct, among: tree, from: (combination.graph, combination.findings),
      to: (rest.graph, rest.findings))
    try context.write(report, arguments)
    return report.status
  }
}
