import CleanseSupport
import CleanseFindingReports

/// `host completions`: scripts for shells.
enum CompletionsCommand: Subcommand {
  static let name = "completions"
  static let summary = "Print a script that completes command lines"
  static let operands = CompletionShell.allCases.map(\.rawValue).joined(separator: "|")
  static let options = OptionTable([.complete])
  static let details = [
    "Prints the script for a shell. It completes commands, options and their values,",
    "diagnostic codes, plugins and their options and commands, and the keys of the",
    "graph that was last made of the directories. No plugin is loaded.",
    "With --complete, prints what can replace the last of the words after `--`: lines",
    "with a word and, after a tab, its meaning. Lines that begin with a colon are for",
    "the scripts.",
  ]
  static let statuses = StatusMeanings.work
  static let examples = [
    "host completions bash", "source <(host completions bash)",
    "host completions fish | source",
    "host completions --complete -- validate --format ''",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    if arguments.contains(.complete) {
      let words = arguments.allOperands
      if let completer = Completer(words, in: context) {
        try context.write(completer.completions.text)
      }
      return .success
    }
    let operands = arguments.allOperands
    let shell = try CompletionShell(operands.count == 1 ? operands[0] : nil, "shell", of: self)
    try context.write(shell.script(for: context.names.name))
    return .success
  }
}

extension Option {
  static let complete = Option("complete", "Print what can replace the last word after --")
}
