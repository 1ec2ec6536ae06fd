import CleanseSupport
import CleansePluginHost
import CleanseGraphAnalysis
import CleanseFindingReports
import FoundationEssentials

/// `host new`: writes a new plugin, contract, application, or the files for CI.
enum NewCommand: Subcommand {
  /// What is written.
  private enum Kind: String, OperandWord {
    case plugin
    case contract
    case app
    case ci
  }

  static let name = "new"
  static let summary = "Start a plugin, a contract, an application or a CI job"
  static let operands = "plugin|contract|app|ci [NAME]"
  static let options = OptionTable([
    .language, .contributes, .withContract, .withPlugin, .parent, .integration, .dryRun,
  ])
  static let loadsPlugins = true
  static let details = [
    "Writes a directory NAME that builds as it is: sources, a manifest, a test that",
    "runs the plugin, a workflow for CI, and settings for editors. A contract is a",
    "package with the protocols that plugins and an application share. It and an",
    "application are in Swift. With --with-contract, the application has a contract,",
    "in a package of its own; with --with-plugin, also a first plugin for it.",
    "`ci` adds a job that validates the plugins of this repository, host.json with",
    "its schema, and a baseline of the present findings. The kind of job is that of",
    "the repository, unless --for names one. If a makefile or another file for the",
    "job exists, prints the lines to add to it.",
    "--contributes names another extension point than `Command`, for a plugin in",
    "Swift.",
    "The directory of --in is created if needed. Nothing that exists is overwritten.",
  ]
  static let statuses = StatusMeanings.work
  static let examples = [
    "host new plugin hello", "host new plugin hello --language rust",
    "host new app shop --with-plugin", "host new contract greeting --in ../packages",
    "host new ci --for gitlab",
  ]

  /// An application that is no host of commands writes only plugins in Swift.
  static func help(in tool: PluginTool) -> CommandHelp {
    guard !tool.runsCommands else {
      return CommandHelp(
        summary: summary, operands: operands, details: details, options: options.listed,
        examples: examples)
    }
    return CommandHelp(
      summary: "Start a plugin of this application", operands: "plugin NAME",
      details: [
        "Writes a directory NAME with a plugin in Swift that builds as it is: sources, a",
        "manifest, and a test that runs the plugin. The plugin implements the protocol of",
        "an extension point, a collection of this application; --contributes names which.",
        "The directory of --in is created if needed. Nothing that exists is overwritten.",
      ],
      options: OptionTable([.contributes, .parent, .dryRun]).listed,
      examples: ["host new plugin hello", "host new plugin hello --in plugins-src"])
  }

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let operands = arguments.allOperands
    let kind = try Kind(operands.first, "kind", of: self)
    try check(arguments, kind, context.tool)
    guard kind != .ci else {
      guard operands.count == 1 else {
        throw UsageError("`host new ci` takes no name", command: name)
      }
      return try NewIntegration(context).write(arguments)
    }
    guard operands.count == 2 else {
      throw UsageError(
        "`host new \(kind.rawValue)` requires one name",
        hints: ["as in `host new \(kind.rawValue) hello`"], command: name)
    }
    let project = try ProjectName(operands[1], for: name)
    let sdk = try PluginSDK.of(context.executable)
    let directory = Self.directory(project, in: arguments.value(of: .parent) ?? ".")
    var files = try Self.files(kind, project, arguments, sdk, context)
    // In a directory of a repository, nothing reads workflows.
    if GitRepository(around: directory) != nil { files.removeAll { $0.path.hasPrefix(".github/") } }
    let new = NewProject(directory: directory, files: files)
    if arguments.contains(.dryRun) {
      try new.checkNothingExists(isNew: true)
      try context.write(new.paths.map { "would create \($0)\n" }.joined())
      return .success
    }
    try new.write(isNew: true)
    let next = Self.next(kind, directory, project, arguments, sdk, context)
    let lines = new.paths.map { "created \($0)" } + next
    try context.write(lines.map { PlainText.escaped($0) + "\n" }.joined())
    return .success
  }

  /// The files of a project.
  private static func files(
    _ kind: Kind, _ project: ProjectName, _ arguments: ParsedArguments, _ sdk: PluginSDK,
    _ context: CommandContext
  ) throws -> [ProjectTemplate.File] {
    let templates = try sdk.found(.templates)
    var values = try Self.values(project, sdk, context)
    values["SWIFT"] = swift(sdk, kind, arguments)
    switch kind {
    case .plugin:
      if try !isForCommands(arguments, context.tool) {
        let plugin = try ApplicationPlugin(
          for: arguments.value(of: .contributes), of: extensionPoints(in: context), sdk)
        return try ProjectTemplate(ApplicationPlugin.template, in: templates)
          .files(values.merging(plugin.values) { $1 })
      }
      let language = arguments.value(of: .language).flatMap(ProjectLanguage.init) ?? .swift
      return try ProjectTemplate("plugin-\(language.rawValue)", in: templates).files(values)
    case .contract: return try ContractTemplate.files(in: templates, values)
    case .app:
      return try ApplicationTemplate(
        project, with: ApplicationTemplate.Part.named(by: arguments), for: name
      ).files(in: templates, values)
    // ``NewIntegration`` writes those of a repository.
    case .ci: return []
    }
  }

  /// Whether a new plugin contributes a command, for which there are templates in all languages.
  ///
  /// - Throws: A ``UsageError`` for a language that no other template is in.
  private static func isForCommands(
    _ arguments: ParsedArguments, _ tool: PluginTool
  ) throws(UsageError) -> Bool {
    if tool.runsCommands, [nil, "Command"].contains(arguments.value(of: .contributes)) {
      return true
    }
    let language = arguments.value(of: .language).flatMap(ProjectLanguage.init) ?? .swift
    guard language == .swift else {
      throw UsageError(
        "only a plugin in Swift can be written for an extension point of the application",
        hints: ["leave out option --language"], command: name)
    }
    return false
  }

  /// The extension points of the application alone.
  private static func extensionPoints(in context: CommandContext) throws -> [ExtensionPoint] {
    var path = PluginPath(operands: [], policy: context.policy)
    path.directories = []
    let combination = try CombinedGraph(of: path, for: name, ParsedArguments(), in: context)
    return ExtensionPoint.all(in: combination.graph)
  }

  /// The commands that come next, as a shell takes them.
  private static func next(
    _ kind: Kind, _ directory: String, _ project: ProjectName, _ arguments: ParsedArguments,
    _ sdk: PluginSDK, _ context: CommandContext
  ) -> [String] {
    let directory = PluginSDK.quoted(directory)
    let host = context.names.commandLine
    return switch kind {
    case .plugin where !context.tool.runsCommands || arguments.contains(.contributes):
      ["next: \(host) build \(directory)"]
    case .plugin:
      ["next: \(host) build \(directory) && \(host) run -- \(project.text)"]
    case .contract: ["next: \(swift(sdk, kind, arguments)) test --package-path \(directory)"]
    case .app where ApplicationTemplate.Part.named(by: arguments).contains(.plugin):
      [
        "next: cd \(directory) && \(swift(sdk, kind, arguments)) build && .build/debug/\(project.module)"
      ]
    case .app: ["next: \(swift(sdk, kind, arguments)) run --package-path \(directory)"]
    case .ci: []
    }
  }

  /// The directory of a new project.
  private static func directory(_ project: ProjectName, in parent: String) -> String {
    // Without slashes at the end, as the path is printed.
    let parent = FilePath(parent).prefixes.last ?? .root
    return parent == .working ? project.text : parent.appending(project.text).text
  }

  /// The beginning of a command of SwiftPM that finds this installation. A package that depends on the installed one finds it by
  /// its path; a contract that others use by URL can only name it to pkg-config.
  private static func swift(
    _ sdk: PluginSDK, _ kind: Kind, _ arguments: ParsedArguments
  ) -> String {
    let hasContract =
      kind == .contract || !ApplicationTemplate.Part.named(by: arguments).isEmpty
    return hasContract || sdk.packageNeedsConfiguration
      ? ProjectBuild.line(ProjectBuild.packageFlags(sdk) + ["swift"]) : "swift"
  }

  /// - Throws: A ``UsageError`` for an option that this kind does not have.
  private static func check(
    _ arguments: ParsedArguments, _ kind: Kind, _ tool: PluginTool
  ) throws(UsageError) {
    guard kind == .plugin || tool.runsCommands else {
      throw UsageError(
        "`host new` writes only plugins of this application",
        hints: kind == .ci
          ? ["a CI job builds the application and its plugins, and runs `host validate --strict`"]
          : ["the program of the installation writes contracts and applications"],
        command: name)
    }
    let foreign: [(Option, Bool)] = [
      (.contributes, kind == .plugin), (.language, kind == .plugin), (.integration, kind == .ci),
      (.parent, kind != .ci),
      (.withContract, kind == .app), (.withPlugin, kind == .app),
    ]
    for (option, isAllowed) in foreign where !isAllowed && arguments.contains(option) {
      throw UsageError(
        "`host new \(kind.rawValue)` has no option --\(option.name)", command: name)
    }
    guard arguments.value(of: .parent)?.isEmpty != true else {
      throw UsageError("option --in requires the name of a directory", command: name)
    }
  }

  /// The values of the placeholders in templates.
  private static func values(
    _ project: ProjectName, _ sdk: PluginSDK, _ context: CommandContext
  ) throws(CommandFailure) -> [String: String] {
    var values = common(context.names)
    values.merge(project.placeholders()) { $1 }
    values["AUTHOR"] = ProjectAuthor.name(context.environment)
    values["SHARE"] = try sdk.found(.package)
    values["CRATE"] = try sdk.found(.crate)
    values["SCHEMAS"] = try sdk.found(.schemas)
    values["INCLUDE"] = sdk.headers
    return values
  }

  /// The values that are the same for every project.
  static func common(_ names: ToolNames) -> [String: String] {
    ["VERSION": Version.text, "HOST": names.name, "COMPILER": ABIStamp.host.swiftVersion]
  }
}

extension ABIStamp {
  /// The version of the compiler, such as `6.3.1`.
  fileprivate var swiftVersion: String {
    compiler?.split(separator: " ").dropFirst(2).first.map(String.init) ?? ""
  }
}

extension Option {
  static let language = Option(
    "language", values: ProjectLanguage.allCases.map(\.rawValue),
    "The language of a plugin (default: swift)")
  static let contributes = Option(
    "contributes", placeholder: "PROTOCOL", "The extension point of the plugin")
  static let withContract = Option(
    "with-contract", "Write an app with a contract for plugins")
  static let withPlugin = Option(
    "with-plugin", "Write an app with a contract and a plugin")
  static let parent = Option("in", placeholder: "DIR", "Create the project in DIR (default: .)")
  static let integration = Option(
    "for", values: ContinuousIntegration.allCases.map(\.rawValue),
    "Kind of job (default: that of the repository)")
  static let dryRun = Option("dry-run", "Only print what would be created")
}
