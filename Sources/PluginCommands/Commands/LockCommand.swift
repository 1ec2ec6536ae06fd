import CleansePluginHost

/// `host lock`: writes down which plugins there are, so that nothing else gets used.
enum LockCommand: Subcommand {
  static let name = "lock"
  static let summary = "write down exactly which plugins are to be used"
  static let operands = "[DIR…]"
  static let options = OptionTable(
    [.lockFile, .diff] + Option.signatures + Option.policing)
  static let details = [
    "Writes identifier, version, file name, digest, build and contributions of every",
    "plugin that can be used to a lock file. With --locked, the other commands then",
    "refuse every plugin that is not as it was or that is new. One that can't be used",
    "is told and left out. No code of a plugin runs.",
  ]
  static let examples = [
    "host lock plugins", "host lock --diff plugins", "host run --locked plugins",
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
      levels: policy.levels)
    let inspections = try path.reading(for: name) { () throws(PluginHostError) in
      try host.inspect()
    }.map { $0.withoutFindings(ignoredBy: policy.levels) }
    let findings = inspections.flatMap(\.diagnostics)
    let lock = PluginLock(of: inspections)
    let report = LockReport(file: file, lock: lock, old: old)
    context.tell(findings)
    if let output {
      let contents = try withDocument(for: name) { () throws(DocumentError) in
        try lock.contents(of: file)
      }
      try output.write(String(decoding: contents, as: UTF8.self), in: context)
    }
    // What reads the lock from standard output wants nothing else there.
    if output?.isStandardOutput ?? false {
      context.tell(report.text)
    } else {
      try context.write(report.text)
    }
    let isSound = findings.allSatisfy { $0.severity < .error }
    return isSound && report.changes.isEmpty ? .success : .findings
  }
}

extension Option {
  static let lockFile = Option(
    "output", placeholder: "FILE", "The lock file; \(LockFile.standard) otherwise")
  static let diff = Option("diff", "Tell what differs from the lock; write nothing")
}
