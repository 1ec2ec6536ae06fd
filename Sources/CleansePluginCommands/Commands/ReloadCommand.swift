import CleanseSupport
import CleanseFindingReports
import CleanseSupervision

/// `host reload`: lets a running `host serve` use the plugins as they are now.
enum ReloadCommand: Subcommand {
  static let name = "reload"
  static let feature: ToolFeature? = .services
  static let summary = "Let a running `serve` use the plugins as they are now"
  static let operands = ""
  static let options = OptionTable([.control, .allowLoss, .program])
  static let details = [
    "Returns when the services of the new plugins are ready. If these can't be used,",
    "the old ones stay in use, and the reasons are shown. How a plugin has crashed is",
    "in the log of `host serve`. A reload that would leave out a plugin that serves",
    "fails, unless --allow-loss is given. With --program, the program is replaced by",
    "the installed one as well, in the same process. Prints which islands of",
    "`host serve --isolate` have changed.",
  ]
  static let statuses = StatusMeanings(
    success: "the new plugins serve",
    findings: "the new plugins, or the new program, can't be used; the old ones go on",
    failure: "no `serve` answers")
  static let examples = ["host reload", "host reload --program"]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    try arguments.refuseOperands(for: name)
    let path = try ControlPath.required(arguments, context, for: name)
    let request = try request(arguments)
    let answer = try SupervisorAnswer(to: request, at: path) { lines in
      context.report(message: "the new plugins are not ready yet", hints: lines)
    }
    switch answer {
    case .reloaded(let reload): return try report(reload, in: context)
    case .refused(let reasons):
      context.report(lines: reasons)
      context.report(message: "the program was not replaced; the old one goes on")
      return .findings
    case .status, .waiting, .forbidden:
      throw CommandFailure(
        "the answer of the process with the control socket \(path) is another one")
    }
  }

  private static func request(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> SupervisorRequest {
    guard arguments.contains(.program) else {
      return arguments.contains(.allowLoss) ? .reloadAllowingLoss : .reload
    }
    guard !arguments.contains(.allowLoss) else {
      throw UsageError("options --program and --allow-loss exclude each other", command: name)
    }
    return .reloadProgram
  }

  /// Reports how a reload has ended.
  private static func report(
    _ reload: SupervisorStatus.Reload, in context: CommandContext
  ) throws -> ExitStatus {
    context.report(lines: reload.warnings ?? [])
    let losses = (reload.losses ?? []).joined(separator: ", ")
    guard !reload.succeeded else {
      if !losses.isEmpty { context.report(message: "left out, although in use before: \(losses)") }
      if let islands = reload.islands {
        try context.write(islands.lines.map { "\($0)\n" }.joined())
      }
      return .success
    }
    context.report(lines: reload.reasons)
    context.report(
      message: "\(reload.summary)",
      hints: losses.isEmpty
        ? [] : ["pass --allow-loss to use the other plugins without \(losses)"])
    return .findings
  }
}
