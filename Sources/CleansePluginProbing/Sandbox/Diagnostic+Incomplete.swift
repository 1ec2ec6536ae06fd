public import CleanseGraph
package import CleanseConfinement
package import CleansePluginFiles
internal import CleansePluginMetadata

extension PluginProbe {
  /// The finding that this system can't enforce all of the sandbox of plugins that are checked; nil if it can, or if nothing is to
  /// be confined. Where the sandbox is required, the plugins are rejected instead.
  ///
  /// - Parameter kernel: What is used of the kernel; nil for the running one.
  package func sandboxFinding(
    for plugins: [PluginInspection], on kernel: KernelConfinement? = nil
  ) -> Diagnostic? {
    let identifiers = plugins.compactMap(\.usable?.manifest.identifier)
    guard settings.sandbox == .prefer, !identifiers.isEmpty else { return nil }
    let access = settings.grants.access(of: identifiers)
    return .incompleteSandbox(ProbeSandbox.gaps(with: access, on: kernel ?? ProbeSandbox.kernel))
  }
}

extension Diagnostic {
  /// One finding for all plugins, as the cause is the system.
  static func incompleteSandbox(_ gaps: [ConfinementGap]) -> Diagnostic? {
    guard let first = gaps.first else { return nil }
    return Diagnostic(
      .pluginSandboxIncomplete, .warning, "plugins can't be confined completely: \(first)",
      notes: gaps.dropFirst().map { Note("\($0)") },
      fix: "use a kernel with Landlock and seccomp, or a container that allows them",
      arguments: gaps.map { .init("gap", "\($0)") })
  }
}

extension Diagnostic.Code {
  /// The system can't enforce all of the sandbox for plugins that are checked.
  public static let pluginSandboxIncomplete: Self = "plugin/sandbox-incomplete"
}
