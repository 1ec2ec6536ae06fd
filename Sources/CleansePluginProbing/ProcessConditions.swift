import CCleanseProbe
import CleanseSupport

/// What decides whether this process can load a plugin, besides files and limits: variables that the dynamic linker reads,
/// the user, and how the process is confined.
///
/// The processes that load plugins are copies of this one from its start, so later changes have no effect on them.
/// `PluginProbe.start` determines the conditions.
enum ProcessConditions {
  /// The conditions, each in one line.
  static let lines: [String] = linkerVariables + identity + confinement

  private static var linkerVariables: [String] {
    var variables: [String] = []
    // Safety: the array ends with a null pointer, and no other thread changes it.
    guard var next = unsafe cprobe_environment() else { return variables }
    while let entry = unsafe next.pointee {
      let variable = unsafe String(cString: entry)
      if isLinkerVariable(variable) { variables.append(variable) }
      unsafe next += 1
    }
    return variables.sorted()
  }

  /// - Parameter variable: The name and the value, as `NAME=value`.
  static func isLinkerVariable(_ variable: String) -> Bool {
    ["LD_", "GLIBC_TUNABLES="].contains { variable.utf8.starts(with: $0.utf8) }
  }

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
