import CleanseSupport
import CleansePluginHost
import CleanseFindingReports
import FoundationEssentials
import CleanseGraphAnalysis

/// The files with which a CI job validates the plugins of the working directory.
struct NewIntegration {
  private let context: CommandContext
  private let policy: Policy

  /// The name of the file with the known findings.
  private static let baseline = "known.json"
  private static let schema = "host.schema.json"

  init(_ context: CommandContext) throws {
    var context = context
    // A job has only what is in the repository. Without one, what is in this directory.
    let root = GitRepository(of: ".")?.root ?? SystemPath.resolved(".") ?? "/"
    context.policy = try Policy(
      ParsedArguments(), for: NewCommand.name, in: context, searchingUpTo: root)
    self.context = context
    policy = context.policy
  }

  /// Writes the files, or with `--dry-run` prints their names. What has to be added to an existing file is printed.
  func write(_ arguments: ParsedArguments) throws -> ExitStatus {
    try Self.checkIsRoot()
    try checkIsForPlugins()
    let kind =
      arguments.value(of: .integration).flatMap(ContinuousIntegration.init)
      ?? ContinuousIntegration(of: ".")
    let combination = try combined()
    let job = try template("ci-\(kind.rawValue)")
    let present = job.compactMap { file in
      kind.existing(file.path).map { Addition(path: $0, file: file) }
    }
    let absent = job.filter { file in !present.contains { $0.file == file } }
    let baseline = missingBaseline(combination)
    let files =
      try absent + settings(for: combination.inspections)
      + [baseline.map(file(of:))].compactMap(\.self)
    try create(NewProject(directory: ".", files: files), isDry: arguments.contains(.dryRun))
    try context.write(present.map(\.text).joined())
    guard !arguments.contains(.dryRun) else { return .success }
    let isEmpty = combination.entries.isEmpty
    try context.write("next: \(kind.nextStep(isEmpty: isEmpty, context.names))\n")
    if let accepted = baseline?.accepted {
      try context.write(
        "\(Self.baseline) accepts \(accepted), so the job does not fail for them: review it\n")
    }
    if let settings = policy.file, baseline != nil {
      context.report(
        message: "\(settings) exists already: add \"baseline\": \"\(Self.baseline)\" to it")
    }
    return .success
  }

  private static func checkIsRoot() throws(UsageError) {
    guard let repository = GitRepository(of: "."),
      FilePath(repository.root) != SystemPath.resolved(.working)
    else { return }
    throw UsageError(
      "this directory is a part of the repository \(repository.root), at whose root CI jobs belong",
      hints: ["run it there: cd \(PluginSDK.quoted(repository.root))"], command: NewCommand.name)
  }

  /// Checks that the plugins of the repository are not those of an application that validates them itself.
  private func checkIsForPlugins() throws(UsageError) {
    // The tool of an application writes a job with its own commands.
    guard context.tool.isHost, let application = ApplicationTool(in: .working) else {
      return
    }
    throw UsageError(
      "the plugins here are for the application of \(application.source), which `host` is not",
      hints: ["a job builds the application, and runs its command: APP plugins validate --strict"],
      command: NewCommand.name)
  }

  private func create(_ new: NewProject, isDry: Bool) throws {
    if isDry { try new.checkNothingExists(isNew: false) } else { try new.write(isNew: false) }
    let verb = isDry ? "would create" : "created"
    try context.write(new.paths.map { "\(verb) \($0)\n" }.joined())
  }

  private func template(_ name: String) throws -> [ProjectTemplate.File] {
    let sdk = try PluginSDK.of(context.executable)
    return try ProjectTemplate(name, in: sdk.found(.templates))
      .files(NewCommand.common(context.names))
  }

  /// The settings of the repository with their schema; none if it has settings.
  private func settings(for plugins: [PluginInspection]) throws -> [ProjectTemplate.File] {
    guard policy.file == nil else { return [] }
    let schema = try JSONOutput.text(of: ConfigSchema(plugins, of: context.names).tree)
    return try template("ci-settings") + [file(Self.schema, Array(schema.utf8))]
  }

  private func file(_ path: String, _ bytes: [UInt8]) -> ProjectTemplate.File {
    ProjectTemplate.File(path: path, bytes: bytes, isExecutable: false)
  }

  /// Whether all directories of the settings exist.
  private var hasDirectories: Bool {
    policy.directories.value.allSatisfy(QueryOperands.isDirectory)
  }

  /// The combination of the plugins in the directories of the settings; of none if one of these does not exist yet.
  private func combined() throws -> CombinedGraph {
    var path = PluginPath(operands: [], policy: policy)
    if !hasDirectories { path.directories = [] }
    return try CombinedGraph(of: path, for: NewCommand.name, ParsedArguments(), in: context)
  }

  /// The baseline of the present findings; nil if the settings name one already.
  private func missingBaseline(_ combination: CombinedGraph) -> FindingBaseline? {
    guard policy.baseline.value == nil else { return nil }
    return FindingBaseline(
      application: combination.graph[.root].name,
      plugins: combination.entries.compactMap(\.identifier),
      // Without a directory, most findings would be that something in it is missing.
      findings: hasDirectories ? combination.identifiedFindings : [])
  }

  private func file(of baseline: FindingBaseline) throws -> ProjectTemplate.File {
    file(
      Self.baseline, try withDocument(baseline.contents(of: Self.baseline), for: NewCommand.name))
  }
}

/// The job for a file that exists, which is never changed.
private struct Addition {
  /// The existing file.
  let path: String
  /// The job as a file of its own.
  let file: ProjectTemplate.File

  /// What is printed: the lines to add, unless the file has them.
  var text: String {
    let job = String(decoding: file.bytes, as: UTF8.self)
    // A file that can't be read is as one without the job, since this only decides what is printed.
    let contents = try? DocumentFile.read(path, limit: 1 << 20)
    return String(decoding: contents ?? [], as: UTF8.self).contains(job)
      ? "\(path) contains the job already\n"
      : "\(path) exists already, and is not changed; add these lines to it:\n\n\(job)\n"
  }
}

extension FindingBaseline {
  /// The numbers of findings in it by severity, the highest first, as in `1 error, 2 warnings`; nil if there are none.
  fileprivate var accepted: String? {
    let counts = Dictionary(grouping: entries, by: \.severity).sorted { $1.key < $0.key }
    guard !counts.isEmpty else { return nil }
    return counts.map { FindingReport.counted($1.count, $0.rawValue) }.joined(separator: ", ")
  }
}

extension ContinuousIntegration {
  /// The existing file that this program reads in place of a new one; nil if there is none.
  ///
  /// - Parameter path: The path of the new file.
  fileprivate func existing(_ path: String) -> String? {
    // make reads only the first of these.
    let names = self == .make ? ["GNUmakefile", "makefile", path] : [path]
    return names.first(where: NewProject.exists)
  }

  /// What to do with the files.
  ///
  /// - Parameter isEmpty: Whether there is no plugin to validate yet.
  fileprivate func nextStep(isEmpty: Bool, _ names: ToolNames) -> String {
    switch self {
    case .github, .gitlab:
      "set CLEANSE_SHA256 and CLEANSE_URL, as its comments say, and add the builds of your plugins"
    case .make where isEmpty:
      "\(names.name) build DIR for the directory of each plugin, then make validate"
    case .make: "make validate"
    }
  }
}
