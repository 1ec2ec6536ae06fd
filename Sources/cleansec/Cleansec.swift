import CleanseGraph
import CleanseSupport
import CleanseFindingReports
import CleanseGraphAnalysis

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
/// The tool behind `swift package cleansec`. The plugin has built the targets, and passes the path of its plan before
/// the options of the user.
struct Cleansec {
  static let program = Program(
    name: "cleansec", version: CleanseVersion.current, help: "swift package cleansec --help")

  private static let options = OptionTable([
    .target, .reportFormat, .output, .strict, .severity, .baseline, .updateBaseline, .timeout,
  ])

  /// What the user passed, after the program's name and the plan.
  private let arguments: [String]
  private let plan: String
  private let streams: OutputStreams

  init(_ arguments: [String]) {
    plan = arguments.dropFirst().first ?? ""
    self.arguments = Array(arguments.dropFirst(2))
    streams = OutputStreams(
      output: { try writeAll(Array($0.utf8), to: STDOUT_FILENO) },
      error: { try? writeAll(Array($0.utf8), to: STDERR_FILENO) },
      errorTerminal: Terminal(
        descriptor: STDERR_FILENO, environment: ProcessInfo.processInfo.environment))
  }

  /// Checks the package and writes the findings. Errors have been reported when it returns.
  func run() -> ExitStatus {
    do {
      return try check()
    } catch let error as UsageError {
      streams.report(lines: error.lines(for: Self.program))
      return .usage
    } catch let error as CommandFailure {
      streams.report(lines: error.lines(for: Self.program))
    } catch let error as CheckFailure {
      // The output of a compiler stays as it is.
      streams.report(output: error.output)
      streams.report(
        lines: CommandFailure(error.message, hints: error.hints).lines(for: Self.program))
    } catch {
      streams.report(lines: ["cleansec: \(error)"])
    }
    return .failure
  }

  private func check() throws -> ExitStatus {
    guard plan == "--help" || !plan.isEmpty && !plan.hasPrefix("-") else {
      throw UsageError(
        "this program is a part of `swift package cleansec`",
        hints: ["run that in the directory of a package"])
    }
    let parsed = try OptionParser(table: Self.options, command: nil).parse(arguments)
    guard !parsed.contains(.help), plan != "--help" else {
      try streams.write(Self.help)
      return .success
    }
    if let operand = parsed.allOperands.first {
      throw UsageError("unexpected argument `\(operand)`", hints: ["name a target with --target"])
    }
    let outputs = try FormattedOutput.all(in: parsed, for: nil)
    let judgement = try parsed.judgement(for: nil)
    let limit = try Self.limit(parsed)
    let request = try BaselineRequest(
      parsed.value(of: .baseline), isUpdate: parsed.contains(.updateBaseline), for: nil)

    let plan = try LinkPlan(contentsOf: plan)
    let package = try check(plan, limit: limit)
    let result = CheckResult(package, of: plan, judgement: judgement)
    let baseline = try request?.comparison(with: result.findings, application: plan.package)
    let report = result.report(comparedWith: baseline)
    try FormattedOutput.write(report, to: outputs, on: streams)
    // SwiftPM writes all output of a plugin to standard output, so they would be a part of a document there.
    if outputs.contains(where: { $0.format == .text }) { streams.report(lines: result.hints) }
    return report.status
  }

  private func check(_ plan: LinkPlan, limit: Int) throws -> CheckedPackage {
    var package = CheckedPackage()
    let linker = ProgramLinker(plan: plan)
    let sources = try linker.sources()
    for program in try linker.link() {
      let probe = ComponentProbe(
        program: program.path, modules: program.modules, limit: limit, plan: plan)
      let checked = try probe.run()
      package.components += checked.components.map { component in
        var component = component
        component.findings = component.findings.map(sources.completed)
        return component
      }
      package.generic += checked.generic
    }
    return package
  }

  private static func limit(_ arguments: ParsedArguments) throws(UsageError) -> Int {
    try arguments.value(of: .timeout, for: nil, expected: "a number of seconds from 1 to 3600") {
      Int($0).flatMap { (1...3600).contains($0) ? $0 : nil }
    } ?? 10
  }

  private static let help = """
    cleansec: Check the object graphs of all root components

    Usage: swift package cleansec [OPTION]...

    Builds the targets of the package, finds every root component in them that is
    not generic, records its graph and validates it. Nothing has to be registered,
    the main function of an executable does not run, and no factory is called.
    Findings are written as those of the compiler, and after them a summary.

    With --baseline, findings in the file are counted as unchanged and don't fail.
    The result can also be written as JSON, as SARIF 2.1.0 for editors and code
    scanning, as JUnit XML, or as workflow commands that annotate lines in GitHub
    Actions. To write to a file of the package, pass
    --allow-writing-to-package-directory to `swift package`, before cleansec.

    Options:
    \(options.help.joined(separator: "\n"))

    Exit status:
      0  no error was found
      1  errors were found, or with --strict, warnings; or nothing could be checked

    Examples:
      swift package cleansec
      swift package cleansec --target App --strict
      swift package cleansec --format text --format sarif --output /tmp/out.sarif

    """
}

extension Option {
  fileprivate static let target = Option(
    "target", placeholder: "TARGET", "Check only this target (repeatable)")
  fileprivate static let timeout = Option(
    "timeout", placeholder: "SECONDS", "Limit the time to record a component (default: 10)")
}
