import CleanseFindingReports
import CleansePluginHost

extension PluginPath {
  /// The plugin host of the directories, with the settings of a policy.
  ///
  /// - Parameter copy: The copy of the plugins that is used in place of the files, which have been checked then.
  /// - Throws: A ``UsageError`` or a ``CommandFailure`` if a lock file or a key can't be read.
  func host(
    _ policy: Policy, for command: String, using copy: PluginSetCopy? = nil
  ) throws -> PluginHost {
    PluginHost(
      directories: directories,
      trust: try copy == nil ? policy.trust(of: operands, for: command) : policy.trustInCopies,
      judgement: policy.judgement, configuration: policy.configuration
    ).using(copy)
  }

  /// Records the plugins in the directories that can be used, whether a lock file has them or not. No code of a plugin runs.
  ///
  /// - Returns: The lock, and the findings about the plugins.
  /// - Throws: A ``UsageError`` or a ``CommandFailure`` if a directory or a key can't be read.
  func lock(
    _ policy: Policy, for command: String
  ) throws -> (lock: PluginLock, findings: [Diagnostic]) {
    let host = PluginHost(
      directories: directories, trust: try policy.trust(usesLock: false, for: command),
      judgement: policy.judgement)
    let inspections = try reading(host.inspectUnconfigured(), for: command)
      .map { $0.withoutFindings(ignoredBy: policy.judgement) }
    return (PluginLock(of: inspections), inspections.flatMap(\.diagnostics))
  }

  /// Reads the directories, and translates errors into those of the program.
  ///
  /// - Throws: A ``UsageError`` for a directory that does not exist, or a ``CommandFailure`` for one that can't be
  ///   read.
  func reading<Result>(
    _ value: @autoclosure () throws(PluginHostError) -> Result, for command: String
  ) throws -> Result {
    do throws(PluginHostError) {
      return try value()
    } catch {
      let diagnostic = error.diagnostic
      guard error.isMistake else {
        throw CommandFailure("\(error)", hints: diagnostic.fix.map { [$0] } ?? [])
      }
      throw UsageError(
        message(of: error), hints: hints(of: error), command: command, operand: error.path)
    }
  }

  private func message(of error: PluginHostError) -> String {
    switch origin {
    case .arguments: "\(error)"
    case .environment, .file:
      "\(error) (named by \(origin.location ?? ""))"
    case .standard: "no plugin directory is named, and there is no directory \(error.path)"
    }
  }

  private func hints(of error: PluginHostError) -> [String] {
    switch origin {
    case .standard:
      ["name one on the command line, or set \(Self.variable)"]
    case .arguments, .environment, .file:
      error.diagnostic.fix.map { [$0] } ?? []
    }
  }
}

extension PluginHostError {
  /// Whether the user named a wrong directory, rather than the system refusing access.
  fileprivate var isMistake: Bool {
    code == "plugin/directory-missing" || code == "plugin/not-a-directory"
  }
}
