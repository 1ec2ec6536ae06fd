import CleanseSupport
import CleanseGraph
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
    "and not recorded. If a locked plugin would be lost that way, the lock file is",
    "not replaced. No code of a plugin runs. `host diff plugins.lock plugins` shows",
    "what has changed since then.",
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
    let hasErrors = findings.contains { $0.severity == .error }
    if hasErrors, isLoss(lock, of: file, in: context) { return .findings }
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
    return hasErrors ? .findings : .success
  }

  /// Whether a lock has fewer plugins than the file that it would replace, which is reported. With errors, that is more likely
  /// a mistake than intended, such as a lock of plugins that are for another application.
  private static func isLoss(
    _ lock: PluginLock, of file: String, in context: CommandContext
  ) -> Bool {
    // A file that can't be read is replaced: its own error suggests that.
    guard let old = try? PluginLock(contentsOf: file) else { return false }
    let lost = Set(old.entries.map(\.identifier)).subtracting(lock.entries.map(\.identifier))
    guard !lost.isEmpty else { return false }
    let names = Abbreviation.names.of(lost.sorted()).joined(separator: ", ")
    context.report(
      message: "\(file) is not replaced, as it would lose \(names)",
      hints: ["correct the errors, or remove \(file) first to lock only the usable plugins"])
    return true
  }
}

extension Option {
  static let lockFile = Option(
    "output", placeholder: "FILE", "Use FILE as lock file (default: \(PluginLock.fileName))")
}
