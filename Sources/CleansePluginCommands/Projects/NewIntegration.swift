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

  /// Writes the files, or with `--dry-run` prints their names.
  func write(_ arguments: ParsedArguments) throws -> ExitStatus {
    if let repository = GitRepository(of: "."),
      FilePath(repository.root) != SystemPath.resolved(.working)
    {
      throw UsageError(
        "this directory is a part of the repository \(repository.root), at whose root CI jobs belong",
        hints: ["run it there: cd \(PluginSDK.quoted(repository.root))"], command: NewCommand.name)
    }
    let kind =
      arguments.value(of: .integration).flatMap(ContinuousIntegration.init)
      ?? ContinuousIntegration(of: ".")
    let sdk = try PluginSDK.of(context.executable)
    let templates = try sdk.found(.templates)
    let combination = try combined()
    let known = try combination.flatMap(self.known)
    var values = NewCommand.common(context.names)
    values["BASELINE"] = known == nil ? "" : ",\n  \"baseline\": \"\(Self.baseline)\""
    var files = try ProjectTemplate("ci-\(kind.rawValue)", in: templates).files(values)
    if policy.file == nil {
      files += try ProjectTemplate("ci-settings", in: templates).files(values)
      let plugins = combination?.inspections ?? []
      files.append(
        file(
          Self.schema,
          Array(try JSONOutput.text(of: ConfigSchema(plugins, of: context.names).tree).utf8)))
    }
    if let known { files.append(file(Self.baseline, known)) }
    let new = NewProject(directory: ".", files: files)
    guard !arguments.contains(.dryRun) else {
      try new.checkNothingExists(isNew: false)
      try context.write(new.paths.map { "would create \($0)\n" }.joined())
      return .success
    }
    try new.write(isNew: false)
    try context.write(new.paths.map { "created \($0)\n" }.joined())
    try context.write("next: \(kind.nextStep)\n")
    if let settings = policy.file, known != nil {
      context.report(
        message: "\(settings) exists already: add \"baseline\": \"\(Self.baseline)\" to it")
    }
    return .success
  }

  private func file(_ path: String, _ bytes: [UInt8]) -> ProjectTemplate.File {
    ProjectTemplate.File(path: path, bytes: bytes, isExecutable: false)
  }

  /// The combination of the plugins in the directories of the settings; nil if there are no directories yet.
  private func combined() throws -> CombinedGraph? {
    let path = PluginPath(operands: [], policy: policy)
    guard path.directories.allSatisfy(QueryOperands.isDirectory) else { return nil }
    return try CombinedGraph(of: path, for: NewCommand.name, ParsedArguments(), in: context)
  }

  /// The contents of a baseline; nil if there are no findings, or the settings name one already.
  private func known(_ combination: CombinedGraph) throws -> [UInt8]? {
    let findings = combination.identifiedFindings
    guard !findings.isEmpty, policy.baseline.value == nil else { return nil }
    return try withDocument(
      FindingBaseline(
        application: combination.graph[.root].name,
        plugins: combination.entries.compactMap(\.identifier), findings: findings
      ).contents(of: Self.baseline), for: NewCommand.name)
  }
}

extension ContinuousIntegration {
  /// What to do with the files.
  fileprivate var nextStep: String {
    switch self {
    case .github, .gitlab:
      "set CLEANSE_SHA256 and CLEANSE_URL, as its comments say, and add the builds of your plugins"
    case .make: "make validate"
    }
  }
}
