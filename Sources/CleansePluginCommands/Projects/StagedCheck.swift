import CleansePluginHost
import CleanseFindingReports
import CleanseGraph

/// The check of built plugins before anything in the plugin directory is replaced: each is loaded as from there. Settings, locks and
/// signatures are left to the validation, since they can follow a copy.
struct StagedCheck {
  private let directory: StagingDirectory
  private let libraries: [BuiltLibrary]
  private let trust: TrustPolicy
  private let probe: PluginProbe
  private let path: PluginPath

  /// - Parameter probe: A probe without a cache, as no later run has files with these paths.
  init(
    _ libraries: [BuiltLibrary], in directory: StagingDirectory, for target: String,
    _ policy: Policy, through probe: PluginProbe
  ) {
    (self.libraries, self.directory, self.probe) = (libraries, directory, probe)
    path = PluginPath(operands: [target], policy: policy)
    var trust = TrustPolicy()
    trust.allowsInsecure = true
    trust.allowsSimilarCompiler = policy.allowsSimilarCompiler.value
    self.trust = trust
  }

  /// Returns the errors of the plugins, and the plugins of other applications with errors that follow from that.
  func run() throws -> (errors: [Diagnostic], foreign: [ForeignPlugin]) {
    let host = PluginHost(files: libraries.map { directory.path(of: $0) }, trust: trust)
    let fragments = try path.reading(host.fragments(through: probe), for: BuildCommand.name)
    var errors = fragments.flatMap(\.findings).filter { $0.severity == .error }
    var foreign = try foreignPlugins()
    if errors.isEmpty, !foreign.isEmpty {
      // Other errors of the combination are left to the validation.
      errors = try combinationErrors().filter { error in
        foreign.contains { $0.explains(error) }
      }
    }
    foreign.removeAll { !errors.contains(where: $0.explains) }
    return (errors.filter { error in !foreign.contains { $0.explains(error) } }, foreign)
  }

  /// The plugins in the place of the plugin directory.
  private var host: PluginHost { PluginHost(directories: [directory.path], trust: trust) }

  private func foreignPlugins() throws -> [ForeignPlugin] {
    let built = Set(libraries.map { directory.path(of: $0) })
    return ForeignPlugin.all(
      in: try path.reading(host.inspect(), for: BuildCommand.name),
      loaded: LoadedContract.identifiers,
      isBuilt: { built.contains($0.file.path) })
  }

  private func combinationErrors() throws -> [Diagnostic] {
    try path.reading(host.validate(through: probe), for: BuildCommand.name).findings
      .filter { $0.severity == .error }
  }
}
