public import CleanseGraph
import CleansePluginFiles
internal import CleansePluginMetadata

extension Diagnostic {
  /// The finding about what a plugin was refused; nil if that is nothing.
  ///
  /// An error, because a plugin that does something else when it is checked than later has not been checked.
  ///
  /// - Parameters:
  ///   - severity: A warning for factories, which may do what modules may not.
  ///   - activity: What the host did with the plugin.
  static func denied(
    _ plugin: PluginDescription, _ refusals: [String], severity: Diagnostic.Severity = .error,
    while activity: String = "it was being checked"
  ) -> Diagnostic? {
    denied("\(plugin.file) tried", "it", refusals, severity, while: activity).map { finding in
      var finding = finding
      finding.provenance = Provenance(origin: plugin.manifest.identifier)
      finding.arguments.insert(.file(plugin.file), at: 0)
      return finding
    }
  }

  /// The finding about what plugins of one process were refused beyond what each of them was alone.
  static func denied(_ plugins: [PluginInspection], _ refusals: [String]) -> Diagnostic? {
    let known = plugins.flatMap(\.diagnostics).filter { $0.code == .pluginDenied }
      .flatMap(\.arguments).map(\.value)
    return denied(
      "a plugin tried", "a plugin", refusals.filter { !known.contains($0) }, .error,
      while: "the plugins were being checked together")
  }

  private static func denied(
    _ subject: String, _ pronoun: String, _ refusals: [String], _ severity: Diagnostic.Severity,
    while activity: String
  ) -> Diagnostic? {
    guard let first = refusals.first else { return nil }
    return Diagnostic(
      .pluginDenied, severity, "\(subject) to \(first) while \(activity)",
      notes: refusals.dropFirst().map { Note("\(pronoun) also tried to \($0)") },
      fix: "do it when a command runs or a service starts",
      arguments: refusals.map { .init("refusal", $0) })
  }
}

extension Diagnostic.Code {
  /// The sandbox refused what a plugin tried while it was being checked.
  public static let pluginDenied: Self = "plugin/denied"
}
