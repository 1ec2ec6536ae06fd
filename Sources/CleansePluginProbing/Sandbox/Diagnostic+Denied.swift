public import CleanseGraph
import CleanseConfinement
import CleansePluginFiles
import CleanseSupport
internal import CleansePluginMetadata

extension Diagnostic {
  /// The finding about what a plugin was refused; nil if that is nothing.
  ///
  /// An error, because a plugin that does something else when it is checked than later has not been checked.
  ///
  /// - Parameters:
  ///   - severity: A warning for factories, which may do what modules may not.
  ///   - grants: What it was granted.
  ///   - activity: What the host did with the plugin.
  static func denied(
    _ plugin: PluginDescription, _ refusals: [Refusal], severity: Diagnostic.Severity = .error,
    grants: SandboxGrants = SandboxGrants(), while activity: String = "it was being checked"
  ) -> Diagnostic? {
    denied("\(plugin.file) tried", "it", refusals, severity, while: activity).map { finding in
      var finding = finding
      finding.provenance = Provenance(origin: plugin.manifest.identifier)
      finding.arguments.insert(.file(plugin.file), at: 0)
      let identifier = plugin.manifest.identifier
      return finding.noting(grants.access(of: [identifier]).missingPaths(of: refusals)).explained(
        by: plugin.manifest.needs.part(for: refusals), of: plugin,
        beyond: grants.plugins[identifier] ?? SystemAccess())
    }
  }

  /// The finding about what plugins of one process were refused beyond what each of them was alone.
  static func denied(_ plugins: [PluginInspection], _ refusals: [Refusal]) -> Diagnostic? {
    let known = plugins.flatMap(\.diagnostics).filter { $0.code == .pluginDenied }
      .flatMap(\.arguments).map(\.value)
    return denied(
      "a plugin tried", "a plugin", refusals.filter { !known.contains("\($0)") }, .error,
      while: "the plugins were being checked together")
  }

  private static func denied(
    _ subject: String, _ pronoun: String, _ refusals: [Refusal], _ severity: Diagnostic.Severity,
    while activity: String
  ) -> Diagnostic? {
    guard let first = refusals.first else { return nil }
    let full = refusals.map(\.kind).distinct().filter { kind in
      refusals.count { $0.kind == kind } >= ProbeSandbox.limit
    }
    return Diagnostic(
      .pluginDenied, severity, "\(subject) to \(first) while \(activity)",
      notes: refusals.dropFirst().map { Note("\(pronoun) also tried to \($0)") }
        + full.map { Note("further attempts to \($0) are not listed") },
      fix: "do it when a command runs or a service starts",
      arguments: refusals.map { .init("refusal", "\($0)") })
  }

  /// The finding with the granted paths that were refused, as they led to no file.
  private func noting(_ missing: [FilePath]) -> Diagnostic {
    var finding = self
    finding.notes += missing.map { path in
      Note(
        "\(path.text.quoted) is granted, but did not exist, which grants nothing: "
          + "grant a directory that does")
    }
    return finding
  }

  /// The finding with what the plugin declares to need, and how to grant that; unchanged if it is nothing.
  ///
  /// - Parameter granted: The grants to this plugin alone, which the new entry of `host.json` replaces.
  func explained(
    by needs: SystemAccess, of plugin: PluginDescription, beyond granted: SystemAccess
  ) -> Diagnostic {
    guard !needs.isEmpty else { return self }
    var finding = self
    finding.notes.append(
      Note("its manifest declares that it needs to \(needs.phrases.joined(separator: ", "))"))
    finding.fix =
      "grant it in `host.json`, if the plugin may do that: "
      + SandboxGrants.json(of: granted.union(needs), for: plugin.manifest.identifier)
    return finding
  }
}

extension SystemAccess {
  /// The part of it that allows any of these calls.
  fileprivate func part(for refusals: [Refusal]) -> SystemAccess {
    refusals.reduce(SystemAccess()) { $0.union(part(for: $1)) }
  }

  /// The granted paths within which these calls write.
  fileprivate func missingPaths(of refusals: [Refusal]) -> [FilePath] {
    writable.filter { granted in
      refusals.contains { refusal in
        switch refusal {
        case .write(let path?), .removal(let path?): path.isWithin(granted)
        default: false
        }
      }
    }.sorted()
  }

  private func part(for refusal: Refusal) -> SystemAccess {
    var part = SystemAccess()
    switch refusal {
    case .write(let path?), .removal(let path?):
      part.writable = writable.filter { path.isWithin($0) }
    case .socket(let family, _) where family == AF_INET || family == AF_INET6:
      (part.connectPorts, part.bindPorts) = (connectPorts, bindPorts)
      part.resolvesNames = resolvesNames
    case .socket(AF_NETLINK, _): part.resolvesNames = resolvesNames
    default: break
    }
    return part
  }
}

extension Diagnostic.Code {
  /// The sandbox refused what a plugin tried while it was being checked.
  public static let pluginDenied: Self = "plugin/denied"
}
