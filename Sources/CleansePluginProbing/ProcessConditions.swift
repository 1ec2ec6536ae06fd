import CleanseSupport

/// What decides whether a plugin can be loaded, besides files and limits: the environment variables that its process gets, the
/// user, how the process is confined, and what else it inherits.
///
/// `PluginProbe.start` determines the conditions.
enum ProcessConditions {
  /// The conditions, each in one line.
  static let lines: [String] = [ProbeEnvironment.digest] + status + confinement + inherited

  /// The user, the groups and the capabilities, the filters of system calls, the umask, the ignored signals, and the processors.
  /// (proc(5), status.)
  private static var status: [String] {
    let names = [
      "Uid:", "Gid:", "Groups:", "CapEff:", "NoNewPrivs:", "Seccomp:", "Seccomp_filters:",
      "Umask:", "SigIgn:", "Cpus_allowed:", "Mems_allowed:",
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

  /// The order in which the kernel ends processes when it is short of memory, and the personality, such as of setarch(8).
  private static var inherited: [String] {
    ["/proc/self/oom_score_adj", "/proc/self/personality"].map { SystemPath.text(of: $0) }
  }
}
