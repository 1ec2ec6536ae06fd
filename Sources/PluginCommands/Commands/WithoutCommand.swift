import CleansePluginHost

/// `host without`: what would be missing if plugins were not there.
enum WithoutCommand: Subcommand {
  static let name = "without"
  static let summary = "tell what would be missing without some of the plugins"
  static let operands = "[DIR…] PLUGIN…"
  static let options = OptionTable(
    [.format, .graph] + Option.probing + Option.trusting + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "Tells which plugins would go with these, as they require one of them; what the",
    "others would no longer get, with what would answer instead; and which findings",
    "would come and go. A plugin is named by its identifier, its file's name or a",
    "path. Nothing is removed.",
    "The status is 1 if there would be an error that is not there now.",
  ]
  static let examples = [
    "host without plugins org.cleanse.samples.words", "host without plugins/libWords.so",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    // Directories, or graph files, come first; the last operand names a plugin in any case.
    let all = arguments.allOperands
    let directories = all.dropLast().prefix { operand in
      QuestionOperands.isDirectory(operand)
        || (arguments.contains(.graph) && PluginName.resolvedFile(at: operand) != nil)
    }
    let operands = try QuestionOperands(
      directories: directories, subjects: all.dropFirst(directories.count), asking: name,
      for: "the identifier of a plugin", in: context)
    let combination = try operands.combination(for: name, arguments, in: context)
    let named = try operands.subjects.map { subject in
      try operands.hinting {
        try combination.usablePlugin(PluginName(subject), in: operands.path, for: name)
      }
    }
    context.tell(lines: combination.leftOut)
    var seen: Set<String> = []
    let distinct = named.filter { seen.insert($0).inserted }
    let tree = combination.requirements
    let rest = combination.without(
      Set(distinct + tree.dependents(of: distinct).map(\.identifier)))
    let report = WithoutReport(
      distinct, among: tree, from: (combination.graph, combination.findings),
      to: (rest.graph, rest.findings))
    switch arguments.format {
    case .json: try context.write(JSONOutput.text(of: report))
    case .text: try context.write(report.text(for: context.outputTerminal))
    }
    return report.status
  }
}
