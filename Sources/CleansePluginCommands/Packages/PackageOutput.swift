import CleanseFindingReports
import CleansePluginHost
import CleanseSupport

/// Where `host build --deb` makes Debian packages, instead of adding the plugin to a plugin directory.
struct PackageOutput {
  /// The directory of the packages.
  private let directory: String
  private let date: SourceDate

  /// The end of the message for a plugin that can't be used.
  let failure = "no package was made"

  /// - Returns: Nil without the option.
  /// - Throws: A ``UsageError`` for options that don't fit together, or a ``CommandFailure`` if a program is missing.
  init?(_ arguments: ParsedArguments, in context: CommandContext) throws {
    guard arguments.contains(.packages) else { return nil }
    if let other = [Option.into, .strict].first(where: arguments.contains) {
      throw UsageError(
        "options --deb and --\(other.name) can't be combined",
        hints: ["a package is not added to a plugin directory"], command: BuildCommand.name)
    }
    guard context.tool.isHost else {
      throw UsageError(
        "option --deb makes packages for cleanse-host, which can't use plugins of another application",
        hints: [
          "with --into DIR, `host build` copies the plugin into the files of a package for the application"
        ], command: BuildCommand.name)
    }
    directory = arguments.value(of: .packages) ?? "."
    guard !directory.isEmpty else {
      throw UsageError("option --deb requires the name of a directory", command: BuildCommand.name)
    }
    let now = SourceDate(seconds: Int(time(nil)))
    guard let date = try SourceDate.of(context.environment, for: BuildCommand.name) ?? now else {
      throw CommandFailure("the clock of this machine is wrong")
    }
    self.date = date
    try DebianBuild.findPrograms(context.environment)
  }

  /// The directory in which plugins and contracts are checked before packages are made of them.
  func staging(of build: ProjectBuild) -> String {
    FilePath(DebianBuild.workDirectory(of: build.output)).appending("plugins").text
  }

  /// Removes the files of earlier packages.
  ///
  /// - Throws: A ``CommandFailure`` if one can't be removed.
  func clear(_ build: ProjectBuild) throws(CommandFailure) {
    let directory = FilePath(DebianBuild.workDirectory(of: build.output))
    guard unsafe access(directory.cString, F_OK) == 0 else { return }
    try translating(Directory.removeTree(at: directory)) { (error: SystemError) in
      CommandFailure("can't remove \(directory): \(error)")
    }
  }

  /// Makes the packages of the staged plugins and contracts.
  ///
  /// - Parameter project: The directory of the sources.
  func makePackages(
    of build: ProjectBuild, in project: String, _ context: CommandContext
  ) throws -> ExitStatus {
    let path = PluginPath(operands: [staging(of: build)], policy: Policy())
    var trust = TrustPolicy()
    trust.allowsInsecure = true
    trust.allowsSimilarCompiler = context.policy.allowsSimilarCompiler.value
    let inspections = try path.reading(
      PluginHost(directories: path.directories, trust: trust).inspect(), for: BuildCommand.name)
    let packages = try DebianBuild(
      inspections, of: project, in: DebianBuild.workDirectory(of: build.output), at: date,
      environment: context.environment)
    try packages.write()
    let isMade = try BuildCommand.run(packages.commands(writingTo: directory), in: context)
    return isMade ? .success : .findings
  }
}

extension Option {
  static let packages = Option(
    "deb", placeholder: "DIR", isValueOptional: true,
    "Make Debian packages in DIR (default: this directory)")
}
