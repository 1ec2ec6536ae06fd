import CleanseSupport

/// What decides whether a plugin can be loaded, besides files and limits: the environment variables that its process gets, the
/// user, and how the process is confined.
///
/// `PluginProbe.start` determines the conditions.
enum ProcessConditions {
  /// The conditions, each in one line.
  static let lines: [String] = [ProbeEnvironment.digest] + identity + confinement

  /// The user, the groups and the capabilities, and the filters of system calls. (proc(5), status.)
  private static var identity: [String] {
    let names = [
      "Uid:", "Gid:", "Groups:", "CapEff:", "NoNewPrivs:", "Seccomp:", "Seccomp_filters:",
    ]
    return SystemPath.text(of: "/proc/self/status").split(separator: "\n").map(String.init)
      .filter { line in names.contains { line.utf8.starts(with: $0.utf8) } }
  }

  /// The label of a security module, such as the profile of AppArmor, and the namespace that gives the user its meaning.
  private static var confinement: [String] {
    [
      SystemPath.text(of: "/proc/self/attr/current"),
      SystemPath.target(ofLink: "/proc/self/ns/user"),
    ]
  }
}
