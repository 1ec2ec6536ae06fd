import CleansePluginHost

/// `host why`: who binds a key, who asks for it, and how the root gets there.
enum WhyCommand: Subcommand {
  static let name = "why"
  static let summary = "tell who binds something, who asks for it, and why it is there"
  static let operands = "[DIR…] KEY"
  static let options = OptionTable(
    [.format, .allPaths, .graph] + Option.probing + Option.trusting + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "Tells every binding of a key, which of them are in effect, everybody who asks",
    "for it, and a shortest way from the root. A key is named by any unique part of",
    "its name, case aside: WordCounter, '[Filter]', or @width for a name in C. Where",
    "several keys may be meant, they are listed. To learn all that, the plugins of",
    "the directories are loaded, in other processes.",
    "The status is 1 if somebody asks for the key and nothing binds it.",
  ]
  static let examples = [
    "host why plugins WordCounter", "host why --all-paths=1000 plugins TextFilter",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let limit = try limit(arguments)
    let operands = try QuestionOperands(
      arguments, asking: name, for: "the name of a key", in: context)
    let combination = try operands.combination(for: name, arguments, in: context)
    context.tell(lines: combination.leftOut)
    let key = try operands.hinting {
      try KeySearch(combination.graph, includingDropped: true).key(operands.subjects[0], for: name)
    }
    let report = WhyReport(key, in: combination.graph, limit: limit)
    switch arguments.format {
    case .json: try context.write(JSONOutput.text(of: report))
    case .text: try context.write(report.text(for: context.outputTerminal))
    }
    return report.status
  }

  /// How many ways are told; nothing for a shortest one alone.
  private static func limit(_ arguments: ParsedArguments) throws(UsageError) -> Int? {
    guard arguments.contains(.allPaths) else { return nil }
    guard let text = arguments.value(of: .allPaths) else { return 100 }
    guard let limit = Int(text), (1...100_000).contains(limit) else {
      throw UsageError(
        "option --all-paths does not take `\(text)`",
        hints: ["it takes a number from 1 to 100000"], command: name)
    }
    return limit
  }
}

extension Option {
  static let allPaths = Option(
    "all-paths", placeholder: "N", isValueOptional: true,
    "Tell all ways from the root, up to 100 or N")
}
