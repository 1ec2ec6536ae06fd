import CleanseSupport
import CleansePluginHost
import CleanseFindingReports

/// `host build`: compiles the plugin of a directory, adds it to the plugin directory, and validates all plugins there.
enum BuildCommand: Subcommand {
  static let name = "build"
  static let summary = "Compile a plugin, add it to the plugins, and validate"
  static let operands = "[DIR]"
  static let options = OptionTable(
    [.into, .strict, .locked, .contract, .packages] + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "Compiles the plugin of DIR (default: this directory) with the installed SDK: a",
    "package of SwiftPM, plugin.json with Swift sources, a package of Cargo, or",
    "sources in C or C++. The commands are printed, and can be typed instead. Then",
    "copies the plugin, with the libraries of contracts that were built with it, into",
    "the first plugin directory, which is created if needed, and validates the plugin",
    "directories. A plugin that can't be loaded is not copied, so an older one there",
    "stays in use.",
    "",
    "For C and C++, CC and CXX name the compilers, and CFLAGS or CXXFLAGS, CPPFLAGS,",
    "LDFLAGS and LDLIBS add options, as in make. Blanks separate the options. The",
    "plugin has debug information, from which signatures are checked; CFLAGS=-g0",
    "leaves it out. It has no path of this machine but those in these options.",
    "",
    "With --contract, DIR has contracts as files: the library, the .swiftinterface of",
    "its module, and headers in C. Swift sources without a package are compiled",
    "against the contracts that they import, and sources in C against the headers.",
    "",
    "With --deb, makes Debian packages of the plugin and of such contracts instead,",
    "in this directory or DIR. They depend on what the plugin was built with, and are",
    "installed for cleanse-host, so the tool of another application makes none.",
    "DEBFULLNAME, and DEBEMAIL or EMAIL, name their maintainer; with",
    "SOURCE_DATE_EPOCH, equal builds give equal packages.",
    "",
    "A plugin that is built again differs from its lock. Pass --no-locked until it is",
    "locked again, with `host lock`.",
  ]
  static let statuses = StatusMeanings(
    success: "the plugin is built", findings: "the compiler failed, or the validation has errors")
  static let examples = [
    "host build hello", "host build hello --into plugins", "host build hello --deb=packages",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    guard arguments.allOperands.count <= 1, arguments.allOperands.first?.isEmpty != true else {
      throw UsageError("`host build` takes one directory", command: name)
    }
    let directory = arguments.allOperands.first ?? "."
    let output = try PackageOutput(arguments, in: context)
    let contracts = try (arguments.values[.contract] ?? []).map {
      try ContractDirectory($0, for: name)
    }
    let sdk = try PluginSDK.of(context.executable).adding(contracts)
    if let warning = sdk.warning {
      context.report(message: warning, hints: ["install the same version of both"])
    }
    let path = PluginPath(
      operands: arguments.value(of: .into).map { [$0] } ?? [], policy: context.policy)
    guard let directories = path.directories.first, !directories.isEmpty else {
      throw UsageError("option --into requires the name of a directory", command: name)
    }
    // A mistake in the settings is reported before anything is compiled.
    _ = try BaselineRequest(context.policy.baseline.value, isUpdate: false, for: name)
    _ = try context.policy.trust(for: name)
    let build = try ProjectBuild(
      of: directory, sdk, environment: context.environment, isForOthers: output != nil, for: name)
    let target = output?.staging(of: build) ?? directories
    let staging = PluginStaging(from: build.output, to: target)
    // What is there after the build is then of this one.
    try staging.removeBuilt()
    try output?.clear(build)
    guard try run(build.commands, logging: build.crashLog, in: context) else { return .findings }
    guard try hasLibraries(build, of: directory, in: context) else { return .findings }
    let libraries = try staging.libraries(for: name)
    guard !libraries.isEmpty else {
      context.report(
        message: "the build has made no plugin in \(build.output)", hints: [build.hint])
      return .findings
    }
    let created = try staging.makeDirectories()
    guard try areUsable(libraries, of: directory, in: target, arguments, context) else {
      for directory in created.reversed() { unsafe rmdir(directory) }
      context.report(
        message:
          "the plugin can't be used, so \(output?.failure ?? "nothing was copied to \(target)")",
        hints: ["what was built: \(libraries.map(\.source).joined(separator: ", "))"])
      return .findings
    }
    try staging.copy(libraries)
    if let output { return try output.makePackages(of: build, in: directory, context) }
    for library in libraries {
      context.report(
        lines: [library.isNew ? "copied \(library.target)" : "\(library.target) is up to date"])
    }
    var validation = arguments
    validation.operands = path.directories.filter { $0 == target || QueryOperands.isDirectory($0) }
    validation.trailing = nil
    return try await ValidateCommand.run(validation, in: context)
  }

  /// Reports the plugins of a package that are in no library. SwiftPM links a product without a type into programs alone, so
  /// the build makes nothing of it that a host could load.
  ///
  /// - Returns: Whether there are none.
  private static func hasLibraries(
    _ build: ProjectBuild, of directory: String, in context: CommandContext
  ) throws(CommandFailure) -> Bool {
    guard let command = build.description else { return true }
    let products = try PackageProducts(
      of: directory, command: command, environment: context.environment)
    let manifest = ProjectBuild.path("Package.swift", in: directory)
    for name in products.withoutLibraries {
      context.report(
        message: "the product \(name) contains a plugin, but is not a dynamic library",
        hints: ["write `.library(name: \"\(name)\", type: .dynamic, targets: …)` in \(manifest)"])
    }
    return products.withoutLibraries.isEmpty
  }

  /// Checks each plugin as from the plugin directory, before anything there is replaced, and reports the errors of plugins that
  /// can't be used, or the application that they are for.
  ///
  /// - Returns: Whether all can be used.
  private static func areUsable(
    _ libraries: [BuiltLibrary], of project: String, in target: String,
    _ arguments: ParsedArguments, _ context: CommandContext
  ) throws -> Bool {
    guard libraries.contains(where: \.isNew) else { return true }
    let directory = try StagingDirectory(for: target)
    defer { directory.remove() }
    try directory.fill(with: libraries)
    var probe = context.probe(arguments)
    probe.cache = nil
    let (errors, foreign) = try StagedCheck(
      libraries, in: directory, for: target, context.policy, through: probe
    ).run()
    guard !errors.isEmpty || !foreign.isEmpty else { return true }
    for error in errors {
      let text = DiagnosticText.of(error, for: context.errorTerminal)
      context.report(directory.naming(libraries, in: text))
    }
    for plugin in foreign {
      context.report(
        message: plugin.message,
        hints: ForeignPlugin.hints(building: PluginSDK.quoted(project)))
    }
    return false
  }

  /// Runs the commands of a build until one fails.
  ///
  /// - Parameter crashLog: The file for the output of a Swift compiler that crashes; nil for other programs, which have the
  ///   terminal.
  /// - Returns: Whether all have succeeded.
  static func run(
    _ commands: [[String]], logging crashLog: String? = nil, in context: CommandContext
  ) throws -> Bool {
    let search = ProgramSearch(path: context.environment["PATH"])
    for words in commands {
      context.report(lines: ["$ " + ProjectBuild.line(words)])
      guard let program = search.program(words[0]) else {
        throw CommandFailure("can't find the program \(words[0])")
      }
      do throws(SystemError) {
        guard try run(program, words, logging: crashLog, in: context) else { return false }
      } catch {
        throw CommandFailure("can't run \(program): \(error)")
      }
    }
    return true
  }

  /// Runs one command of a build.
  ///
  /// - Parameter crashLog: The file for the output of a Swift compiler that crashes; nil for another program, which has the
  ///   terminal.
  /// - Returns: Whether it has succeeded.
  private static func run(
    _ program: String, _ words: [String], logging crashLog: String?, in context: CommandContext
  ) throws(SystemError) -> Bool {
    let child = ChildProgram(path: program, arguments: Array(words.dropFirst()))
    var output = CompilerOutput()
    let streams = context.outputStreams
    let end =
      try crashLog == nil
      ? child.run(printingTo: STDERR_FILENO)
      : child.run(handing: { streams.report(output: output.add($0)) })
    streams.report(output: output.end())
    guard end != .exited(0) else { return true }
    if let crashLog, let crash = output.crash {
      report(crash, output.bytes, in: crashLog, context)
    } else {
      context.report(
        message: "the build failed: \(end)",
        hints: output.missingModule.map {
          [
            "if \($0) is a contract of an application, its command builds the plugin: APP plugins build",
            "if you have the files of a contract, name their directory with --contract",
          ]
        } ?? [])
    }
    return false
  }

  /// Reports a crash of the compiler in place of its log, which is written to a file.
  private static func report(
    _ crash: CompilerCrash, _ output: [UInt8], in file: String, _ context: CommandContext
  ) {
    let text = String(decoding: output, as: UTF8.self)
    var hints = CompilerCrash.hints
    do {
      try OutputFile(file).write(text, output: { _ in })
      hints.append("the output of the compiler is in \(file)")
    } catch {
      // The log is then shown where it would have been without a file.
      context.outputStreams.report(output: text)
      hints.append("the output of the compiler is above, as \(file) can't be written")
    }
    context.report(message: crash.message, hints: hints)
  }
}

extension Option {
  static let into = Option(
    "into", placeholder: "DIR", "Copy into DIR (default: the first plugin directory)")
}
