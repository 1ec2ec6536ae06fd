import CleanseFindingReports
import CleansePluginHost
import CleansePluginMetadata
import CleanseSupervision
import CleanseSupport

// How the process of a command that runs plugins confines itself, before it has a second thread.
extension PluginTool {
  /// Reads the policy of a command, and confines this process if it has permissions.
  ///
  /// - Parameters:
  ///   - arguments: The name of the command and its arguments.
  ///   - connection: The connection over which this process is confined, which is closed; nil for none.
  ///   - worker: The connection to the supervisor, in a worker process, which uses a copy of the plugins.
  /// - Returns: The settings, or why the command can't run; nil if the arguments run no plugin in this process.
  func confine(
    for arguments: [String], through probe: PluginProbe, over connection: Int32?,
    in worker: SupervisedWorker? = nil
  ) -> Result<EarlySettings, any Error>? {
    defer { if let connection { close(connection) } }
    // The command parses its arguments again, and reports what is wrong with them.
    guard let command = commands.first(where: { $0.name == arguments.first }), command.runsPlugins,
      let parsed = try? OptionParser(table: command.options, command: command.name)
        .parse(Array(arguments.dropFirst())),
      !parsed.contains(.help)
    else { return nil }
    return Result<EarlySettings, any Error> {
      var context = plainContext(probe)
      var settings =
        try worker.map { try EarlySettings(of: $0, parsed, for: command.name, in: context) }
        ?? EarlySettings(policy: try Policy(parsed, for: command.name, in: context))
      settings.trace = try parsed.value(of: .trace).map {
        try Self.trace(of: command, at: $0, worker, names)
      }
      (context.policy, context.early) = (settings.policy, .success(settings))
      if let file = parsed.value(of: .recordPermissions) {
        try PermissionsFile(file).check()
        try record(parsed.operands, for: command.name, in: context, over: connection)
      } else {
        if !parsed.contains(.isolate) { try context.policy.checkIslands(for: command.name) }
        try confine(parsed.operands, for: command.name, in: context, over: connection)
      }
      return settings
    }
  }

  /// Confines this process if the policy has permissions.
  ///
  /// - Parameter operands: The plugin directories on the command line.
  func confine(
    _ operands: [String] = [], for command: String, in context: CommandContext,
    over connection: Int32? = nil
  ) throws {
    let setting = context.policy.permissions
    guard let permissions = setting.value else { return }
    do throws(any Error) {
      try context.probe.prepareForConfinement()
      let files = files(operands, for: command, context)
      var sandbox = RunSandbox(
        permissions, readingPluginsIn: files.directories, libraries: files.libraries,
        files: files.others)
      sandbox.addresses = files.addresses
      try sandbox.enter(over: connection)
    } catch {
      throw CommandFailure("\(setting.origin.prefix)`permissions` can't be enforced: \(error)")
    }
  }

  /// Has what this process uses recorded, which can do everything.
  private func record(
    _ operands: [String], for command: String, in context: CommandContext,
    over connection: Int32?
  ) throws {
    do throws(any Error) {
      try context.probe.prepareForConfinement()
      let files = files(operands, for: command, context)
      try RunSandbox.recording(
        pluginsIn: files.directories, libraries: files.libraries, files: files.others
      ).enter(over: connection)
    } catch {
      throw CommandFailure("what plugins use can't be recorded: \(error)")
    }
  }

  /// The files that a command itself reads to run plugins, and the addresses at which these listen.
  private func files(
    _ operands: [String], for command: String, _ context: CommandContext
  ) -> (
    directories: [FilePath], libraries: [FilePath], others: [FilePath], addresses: Set<String>
  ) {
    let (policy, copy) = (context.policy, context.servedSet?.plugins)
    let path = PluginPath(operands: operands, policy: policy)
    // The command inspects the plugins again, and reports what is wrong with them or the directories.
    let inspections = (try? path.host(policy, for: command, using: copy).inspect()) ?? []
    let libraries = inspections.flatMap { plugin in
      [plugin.file.path, plugin.file.resolvedPath] + plugin.libraries.map(\.path)
    }
    return (
      path.directories.map { FilePath($0) } + [copy?.root].compactMap(\.self),
      libraries.map { FilePath($0) },
      policy.files.map { FilePath($0) }, Set(inspections.flatMap(\.options).compactMap(\.address))
    )
  }

  /// The environment, with the standard streams, of what runs before the command does.
  func plainContext(_ probe: PluginProbe) -> CommandContext {
    CommandContext(
      environment: Self.environment(), workingDirectory: PolicySearch.workingDirectory(),
      streams: CommandStreams(
        input: FileDescriptorSource(STDIN_FILENO, name: "standard input"),
        output: FileDescriptorSink(STDOUT_FILENO, name: "standard output"),
        error: FileDescriptorSink(STDERR_FILENO, name: "standard error")),
      tool: self, probe: probe)
  }
}

extension Policy {
  /// Refuses to run the plugins of all islands in one process, which can't have what is set for each.
  fileprivate func checkIslands(for command: String) throws(UsageError) {
    let islands = islands.sorted { $0.key < $1.key }
    if command == ServeCommand.name,
      let (name, island) = islands.first(where: { $0.value.value.hasOwnProcess })
    {
      throw UsageError(
        "\(island.origin.prefix)the permissions and limits of the island \(name.quoted) need a process of its own",
        hints: ["pass --isolate"], command: command)
    }
    if permissions.value == nil,
      let (name, island) = islands.first(where: { $0.value.value.permissions != nil })
    {
      throw UsageError(
        "\(island.origin.prefix)the island \(name.quoted) has permissions of its own, and there are none for `host \(command)`",
        hints: [
          "set `permissions` of the file: they are those of commands, and of the application"
        ],
        command: command)
    }
  }

  /// The files that the settings are read from.
  fileprivate var files: [String] {
    [file].compactMap(\.self) + (isLocked.value ? [lockFile.value] : [])
      + (requiresSigned.value ? trustedKeys.value : []) + configuration.secretFiles
  }
}
