import CleanseGraph
import CleansePluginHost

extension CommandContext {
  /// The findings about plugins that could not be loaded into this process.
  ///
  /// What the permissions refuse to read is not reported, and the plugin can only say that it may not read it.
  func findings(of plugins: [PluginInspection]) -> [Diagnostic] {
    plugins.flatMap(\.diagnostics).map { finding in
      guard enforcesPermissions, finding.severity == .error,
        finding.code == .pluginConfigurationError
      else { return finding }
      var finding = finding
      finding.notes.append(
        .init("it was configured with `permissions`, and files that they do not list can't be read")
      )
      return finding
    }
  }
}
