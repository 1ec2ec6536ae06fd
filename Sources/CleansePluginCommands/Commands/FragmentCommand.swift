import CleanseFindingReports
import CleansePluginHost
import CleanseGraphAnalysis
import CleanseSupport

/// `host fragment`: writes the graph fragments of single plugins, for linking.
enum FragmentCommand: Subcommand {
  static let name = "fragment"
  static let summary = "Write graph fragments of plugins for `validate --graph`"
  static let operands = "PLUGIN..."
  static let options = OptionTable(
    [.directory] + Option.probing + Option.signatures + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "Loads each plugin in a separate process and writes its declarations to the file",
    "IDENTIFIER.json in the directory. A directory as an operand includes all plugins",
    "in it. Fragments can be written on any machine, all at once or one by one.",
    "`host validate --graph DIR` links them and reports what `host validate` would",
    "report for all the plugins. A rejected plugin gets a fragment that says so.",
  ]
  static let examples = [
    "host fragment --output fragments plugins/libRedact.so",
    "host validate --graph fragments",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    guard !arguments.allOperands.isEmpty else {
      throw UsageError("`host fragment` requires the file of a plugin", command: name)
    }
    guard let directory = arguments.value(of: .directory) else {
      throw UsageError(
        "`host fragment` requires an output directory",
        hints: ["name it with --output DIR"],
        command: name)
    }
    let policy = context.policy
    let path = PluginPath(operands: arguments.allOperands, policy: policy)
    let trust = try policy.trust(usesLock: false, for: name)
    let probe = context.probe(arguments)
    let progress = ProgressLine(on: context)
    let files = path.directories.filter { PluginName.resolvedFile(at: $0) != nil }
    let directories = path.directories.filter { !files.contains($0) }
    if let missing = directories.first(where: { unsafe access($0, F_OK) != 0 && errno == ENOENT }) {
      throw UsageError(
        "there is no \(missing.isEmpty ? "\"\"" : missing)",
        hints: ["name the file of a plugin, or a directory of plugins"], command: name)
    }
    let documents = try path.reading(
      PluginHost(files: files, directories: directories, trust: trust)
        .fragments(through: probe, progress: progress.show), for: name)
    progress.clear()
    try create(directory)
    var written: [String] = []
    var isComplete = true
    for document in documents {
      do throws(DocumentError) {
        written.append(try document.write(into: directory))
      } catch {
        // The fragments of the other plugins are useful without it.
        context.report(lines: CommandFailure(error).lines(for: context.names.program))
        isComplete = false
      }
    }
    try context.write(written.map { PlainText.escaped($0) + "\n" }.joined())
    let findings = documents.flatMap(\.findings)
    context.report(findings)
    if documents.isEmpty {
      context.report(lines: [ListReport.nothing(in: path.directories)])
    }
    guard isComplete else { return .failure }
    return findings.contains { $0.severity == .error } ? .findings : .success
  }

  private static func create(_ directory: String) throws(CommandFailure) {
    guard unsafe mkdir(directory, 0o777) != 0 else { return }
    let error = SystemError.last
    guard !QueryOperands.isDirectory(directory) else { return }
    throw CommandFailure("can't create the directory \(directory): \(error)")
  }
}

extension Option {
  static let directory = Option(
    "output", placeholder: "DIR", "Write to DIR; create it if needed")
}
