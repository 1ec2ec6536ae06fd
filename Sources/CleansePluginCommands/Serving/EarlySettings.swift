import CleansePluginHost
import CleanseSupport
import CleanseFindingReports
import CleanseSupervision

/// The settings of a command that runs plugins, which are read before its process has a second thread.
struct EarlySettings: Sendable {
  let policy: Policy
  /// The copy of the plugins, in a worker process.
  var set: ServedSet?
  /// The file of `--trace`, opened before this process is confined: plugins need no permission to write there.
  var trace: TraceFile?
}

extension EarlySettings {
  /// The settings of a worker, with the copy of plugins that it uses: a new one of the present files, or the one that has served.
  init(
    of worker: SupervisedWorker, _ arguments: ParsedArguments, for command: String,
    in context: CommandContext
  ) throws {
    guard worker.set.isNew else {
      do {
        self = try Self.served(worker.set, arguments, for: command, in: context)
      } catch {
        worker.report(.lost)
        throw error
      }
      return
    }
    // Files can be replaced while they are copied.
    var reading = RepeatedReading()
    while true {
      let attempt = try Attempt(worker, arguments, for: command, in: context)
      guard reading.isDue(attempt.isOutdated) else {
        self = try attempt.settings.get()
        return
      }
    }
  }

  private static func served(
    _ used: WorkerSet, _ arguments: ParsedArguments, for command: String,
    in context: CommandContext
  ) throws -> EarlySettings {
    let set = try ServedSet(of: used)
    var policy = try Policy(arguments, for: command, in: context, file: set.policyFile())
    policy.configuration.disabled += used.without.map { PluginMention($0, from: .application) }
    if let island = used.islandName { policy = policy.forIsland(named: island) }
    return EarlySettings(policy: set.using(policy), set: set)
  }

  /// An attempt to copy the files as they are at one time.
  private struct Attempt {
    let settings: Result<EarlySettings, CommandFailure>
    /// Whether files have changed meanwhile.
    let isOutdated: Bool

    init(
      _ worker: SupervisedWorker, _ arguments: ParsedArguments, for command: String,
      in context: CommandContext
    ) throws {
      let policy = try Policy(arguments, for: command, in: context)
      let path = PluginPath(operands: arguments.operands, policy: policy)
      var watched = WatchedPaths(policy.watchedPaths(path))
      worker.report(.reads(paths: watched.paths, state: watched.digest))
      let directory = worker.set.directory
      try Self.clear(directory)
      do {
        let set = try ServedSet(of: path, policy, for: command, in: directory) { libraries in
          watched.add(libraries)
          worker.report(.reads(paths: watched.paths, state: watched.digest))
        }
        settings = .success(EarlySettings(policy: set.using(policy), set: set))
        isOutdated = WatchedPaths(watched.paths) != watched
      } catch let error as PluginCopyError {
        settings = .failure(CommandFailure(error.message))
        isOutdated = error.cause == .original
      }
    }

    /// Makes an empty directory.
    private static func clear(_ directory: FilePath) throws(CommandFailure) {
      do throws(SystemError) {
        if unsafe mkdir(directory.cString, 0o700) == 0 { return }
        guard errno == EEXIST else { throw .last }
        try Directory.removeTree(at: directory)
        guard unsafe mkdir(directory.cString, 0o700) == 0 else { throw .last }
      } catch {
        throw CommandFailure("can't copy plugins to \(directory): \(error)")
      }
    }
  }
}

extension Policy {
  /// The directories of plugins, and the files of the settings.
  fileprivate func watchedPaths(_ path: PluginPath) -> [String] {
    path.directories + [file].compactMap(\.self) + (isLocked.value ? [lockFile.value] : [])
      + (requiresSigned.value ? trustedKeys.value : []) + configuration.secretFiles
  }
}
