import CleanseSupport

/// The settings of a process that a host can't restore: its user, session, root directory, control group and namespaces, the
/// capabilities that it can ever have, some attributes of prctl(2), and the number of timers of timer_create(2), which can't be
/// removed without their identifiers.
///
/// The kernel composes most of these texts slowly, so that they take longer to read than all of ``ProcessSettings``.
struct FixedSettings {
  /// In the order of their names; empty if they can't be read.
  private let texts: [String]
  private let clockTimers: Int

  /// Reads those of this process; for per-thread settings, those of the calling thread.
  ///
  /// - Parameter status: The status of the calling thread.
  init(_ status: ThreadStatus = ThreadStatus()) {
    texts =
      [
        status.credentials, status.boundingSet, "\(getsid(0)), \(getpgrp())",
        SystemPath.target(ofLink: "/proc/self/root"), SystemPath.text(of: "/proc/self/cgroup"),
      ]
      + Self.namespaceLinks.map { SystemPath.target(ofLink: $0) }
      + ProcessAttribute.fixed.map { "\($0.value)" }
    clockTimers = SystemPath.text(of: "/proc/self/timers").split(separator: "\n")
      .count { $0.hasPrefix("ID:") }
  }

  /// The differences from earlier ones, as lines of text.
  func changes(since earlier: FixedSettings) -> [String] {
    var changes = clockTimers > earlier.clockTimers ? ["a clock timer is set"] : []
    for (name, (now, before)) in zip(Self.names, zip(texts, earlier.texts))
    where now != before && !now.isEmpty && !before.isEmpty {
      changes.append("\(name) changed from \(before) to \(now)")
    }
    return changes
  }

  private static let namespaces = [
    "cgroup", "ipc", "mnt", "net", "pid_for_children", "time_for_children", "user", "uts",
  ]
  private static let namespaceLinks = namespaces.map { "/proc/self/ns/\($0)" }
  private static let names =
    [
      "the user (with groups and capabilities)", "the capability bounding set",
      "the session (with process group)", "the root directory", "the control group",
    ]
    + namespaces.map { "the namespace \($0)" } + ProcessAttribute.fixed.map(\.name)
}
