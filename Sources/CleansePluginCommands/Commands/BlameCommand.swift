import CleanseFindingReports
import CleansePluginHost
import CleanseSupport

/// `host blame`: what a start waits for.
enum BlameCommand: Subcommand {
  static let name = "blame"
  static let summary = "Show where the time of a start goes"
  static let operands = "[FILE | DIR...]"
  static let options = OptionTable(
    [.chain, .format, .strict] + Option.probing + Option.trusting + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "Reads a file that `--trace FILE` of `validate`, `run` or `serve` has written.",
    "Otherwise validates the plugins of the directories, as `host validate --rescan`",
    "does, and records that. Lists the code of plugins and of the application that",
    "took longest, and the work of the host: constructors of libraries (load), entry",
    "points (configure), validators (validate), factories that took a millisecond or",
    "longer (make, await), and starts of services (service). OWN is the time without",
    "that of parts that are listed, too; TOTAL is the time with them. Times of all",
    "processes are added.",
    "",
    "With --chain, shows the critical chain instead: for each piece of work the parts",
    "that it waited for last, with the time at which each began.",
  ]
  static let examples = [
    "host blame plugins", "host serve --trace start.json plugins", "host blame start.json",
    "host blame --chain start.json",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let operands = arguments.allOperands
    let (events, status) =
      if operands.count == 1, !QueryOperands.isDirectory(operands[0]) {
        (try withDocument(TraceReader.events(of: operands[0]), for: name), ExitStatus.success)
      } else {
        try validation(of: operands, arguments, in: context)
      }
    try context.write(
      BlameReport(events, showingChain: arguments.contains(.chain)), arguments)
    return status
  }

  /// Validates the plugins of directories, and returns what that took.
  private static func validation(
    of directories: [String], _ arguments: ParsedArguments, in context: CommandContext
  ) throws -> ([TraceEvent], ExitStatus) {
    // What is cached takes no time.
    var arguments = arguments
    arguments.flags.insert(.rescan)
    let trace = Trace(of: "\(context.names.name) \(name)")
    Trace.install(trace)
    defer { Trace.install(nil) }
    let path = PluginPath(operands: directories, policy: context.policy)
    let combined = try CombinedGraph(of: path, for: name, arguments, in: context)
    let events = try trace.finish()
    context.report(combined.announced)
    if !combined.isUsable { context.report(message: combined.refusal) }
    return (events, combined.isUsable ? .success : .findings)
  }
}

extension Option {
  static let chain = Option("chain", "Show the critical chain instead of a list")
}
