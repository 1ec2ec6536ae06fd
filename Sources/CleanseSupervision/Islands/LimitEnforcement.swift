package import CleanseSupport

/// Whether limits of islands can be enforced on this machine.
package enum LimitEnforcement: Equatable, Sendable {
  /// In this control group of version 2, if it has no processes of other programs.
  case possible(in: FilePath)
  /// Not in the control group of this process, but maybe in another one, for a reason.
  case impossibleHere(String)
  /// Nowhere, for a reason.
  case impossible(String)

  /// Looks at the control group of this process, and changes nothing.
  package static var present: LimitEnforcement {
    of(
      membership: SystemPath.text(of: "/proc/self/cgroup"),
      mounts: SystemPath.text(of: "/proc/self/mountinfo"))
  }

  /// - Parameters:
  ///   - membership: The text of `/proc/self/cgroup`.
  ///   - mounts: The text of `/proc/self/mountinfo`.
  static func of(membership: String, mounts: String) -> LimitEnforcement {
    guard let point = ControlGroups.mountPoint(mounts) else {
      return .impossible(ControlGroups.notMounted)
    }
    let missing = ControlGroups.missingControllers(in: point)
    guard missing.isEmpty else {
      return .impossible("the control groups in \(point) lack \(missing.joined(separator: ", "))")
    }
    guard let own = ControlGroups.directory(membership, mounts) else {
      return .impossibleHere("this process is in no control group below \(point)")
    }
    let group = ControlGroups.delegated(own)
    let notHere = ControlGroups.missingControllers(in: group)
    guard notHere.isEmpty else {
      return .impossibleHere("the control group \(group) lacks \(notHere.joined(separator: ", "))")
    }
    for path in [group, group.appending("cgroup.procs"), group.appending("cgroup.subtree_control")]
    where unsafe access(path.cString, W_OK) != 0 {
      return .impossibleHere(
        errno == EROFS
          ? "\(point) is mounted read-only"
          : "the control group \(group) is not this user's to change")
    }
    return .possible(in: group)
  }
}
