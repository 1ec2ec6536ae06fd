import CleanseSupport
import FindingReports
import CleansePluginHost

/// `host lock`: records the current plugins in a lock file, so that no others are used.
enum LockCommand: Subcommand {
  static let name = "lock"
  static let group = CommandGroup.trust
  static let summary = "Record exactly which plugins to use"
  static let operands = "[DIR]..."
  static let options = OptionTable(
    [.lockFile, .diff] + Option.signatures + Option.policing)
  static let details = [
    "Writes the identifier, version, file name, digest, build and contributions of",
    "every usable plugin to a lock file. With --locked, the other commands then",
    "reject every plugin that is new or has changed. Unusable plugins are reported",
    "and left out. No code of a plugin runs.",
  ]
  static let examples = [
    "\(Tool.name) lock plugins", "\(Tool.name) lock --diff plugins",
    "\(Tool.name) run --locked plugins",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let policy = context.policy
    let path = PluginPath(operands: arguments.allOperands, policy: policy)
    let file = policy.lockFile.value
    let old = arguments.contains(.diff) ? try LockFile.read(file, for: name) : nil
    let output = old == nil ? try OutputFile(file) : nil
    let host = PluginHost(
      directories: path.directories, trust: try policy.trust(usesLock: false, for: name),
      judgement: policy.judgement)
    let inspections = try path.reading(for: name) { () throws(PluginHostError) in
      try host.inspectUnconfigured()
    }.map { $0.withoutFindings(ignoredBy: policy.judgement) }
    let findings = inspections.flatMap(\.diagnostics)
    let lock = PluginLock(of: inspections)
    let report = LockReport(file: file, lock: lock, old: old)
    context.report(findings)
    if let output {
      let contents = try withDocument(for: name) { () throws(DocumentError) in
        try lock.contents(of: file)
      }
      try output.write(String(decoding: contents, as: UTF8.self), output: context.write)
    }
    // If the lock file is standard output, nothing else may be written there.
    if output?.isStandardOutput ?? false {
      context.report(report.text)
    } else {
      try context.write(report.text)
    }
    let isSound = findings.allSatisfy { $0.severity < .error }
    return isSound && report.changes.isEmpty ? .success : .findings
  }
}

extension Option {
  static let lockFile = Option(
    "output", placeholder: "FILE", "Use FILE as lock file (default: \(LockFile.standard))")
  static let diff = Option("diff", "Show differences from the lock file; write nothing")
}
