import CleanseSupport
import CleanseFindingReports
import CleansePluginHost

/// `host lock`: records the current plugins in a lock file, so that no others are used.
enum LockCommand: Subcommand {
  static let name = "lock"
  static let summary = "Record exactly which plugins to use"
  static let operands = "[DIR]..."
  static let options = OptionTable(
    [.lockFile] + Option.signatures + Option.policing)
  static let details = [
    "Writes the identifier, version, file name, digest, build and contributions of",
    "every usable plugin to a lock file. With --locked, the other commands then",
    "reject every plugin that is new or has changed. Unusable plugins are reported",
    "and left out. No code of a plugin runs. `host diff plugins.lock plugins`",
    "shows what has changed since then.",
  ]
  static let examples = [
    "host lock plugins", "host diff plugins.lock plugins",
    "host run --locked plugins",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let policy = context.policy
    let path = PluginPath(operands: arguments.allOperands, policy: policy)
    let file = policy.lockFile.value
    let output = try OutputFile(file)
    let (lock, findings) = try path.lock(policy, for: name)
    context.report(findings)
    let contents = try withDocument(lock.contents(of: file), for: name)
    try output.write(String(decoding: contents, as: UTF8.self), output: context.write)
    let count = FindingReport.counted(lock.entries.count, "plugin")
    let line = PlainText.escaped("locked \(count) in \(file)") + "\n"
    // If the lock file is standard output, nothing else may be written there.
    if output.isStandardOutput {
      context.report(line)
    } else {
      try context.write(line)
    }
    return findings.allSatisfy { $0.severity < .error } ? .success : .findings
  }
}

extension Option {
  static let lockFile = Option(
    "output", placeholder: "FILE", "Use FILE as lock file (default: \(PluginLock.fileName))")
}
