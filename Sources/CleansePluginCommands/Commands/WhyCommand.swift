import CleanseSupport
import CleanseFindingReports
import CleansePluginHost
import CleanseGraphAnalysis

/// `host why`: the bindings of a key, its dependents, and its path from the root.
enum WhyCommand: Subcommand {
  static let name = "why"
  static let summary = "Show what provides a key and what depends on it"
  static let operands = "[DIR]... KEY"
  static let options = OptionTable(
    [.format, .allPaths, .graph] + Option.probing + Option.trusting + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "Shows every binding of a key and which of them are in effect, all dependents of",
    "the key, and a shortest path from the root. KEY is any unique part of the key's",
    "name, ignoring case: WordCounter, '[Filter]', or @width for a C name. If it",
    "matches several keys, they are listed. The plugins of the directories are",
    "loaded, in other processes.",
  ]
  static let statuses = StatusMeanings(findings: "the key is required and has no binding")
  static let examples = [
    "host why plugins WordCounter", "host why --all-paths=1000 plugins TextFilter",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let limit = try limit(arguments)
    let operands = try QueryOperands(arguments, of: name, noun: "the name of a key", in: context)
    let combination = try operands.combination(for: name, arguments, in: context)
    if let message = combination.leftOut { context.report(message: message) }
    let key = try operands.hinting {
      try KeySearch(combination.graph, includingDropped: true).key(operands.subjects[0], for: name)
    }
    let report = WhyReport(key, in: combination.graph, limit: limit)
    try context.write(report, arguments)
    return report.status
  }

  /// The maximum number of paths to show; nil for one shortest path.
  private static func limit(_ arguments: ParsedArguments) throws(UsageError) -> Int? {
    guard arguments.contains(.allPaths) else { return nil }
    return try arguments.value(of: .allPaths, for: name, expected: "a number from 1 to 100000") {
      Int($0).flatMap { (1...100_000).contains($0) ? $0 : nil }
    } ?? 100
  }
}

extension Option {
  static let allPaths = Option(
    "all-paths", placeholder: "N", isValueOptional: true,
    "Show all paths, up to N (default: 100)")
}
