import CCleanseConfinement

/// What a kernel offers to confine a process.
package struct KernelConfinement: Hashable, Sendable {
  /// The version of Landlock's interface, 0 without Landlock. 3 adds truncation, 4 TCP ports, 5 ioctl of devices, 6 abstract
  /// sockets and signals, 7 the audit log. (landlock(7), "Landlock ABI versions".)
  package var landlockVersion: Int
  /// Whether it filters system calls.
  package var filtersSystemCalls: Bool
  /// Whether it can announce refused calls to another process. (seccomp_unotify(2).)
  package var announcesRefusals: Bool

  package init(landlockVersion: Int, filtersSystemCalls: Bool, announcesRefusals: Bool) {
    self.landlockVersion = landlockVersion
    self.filtersSystemCalls = filtersSystemCalls
    self.announcesRefusals = announcesRefusals
  }

  /// What the running kernel offers to this process; a container may allow less than its kernel has.
  package static var current: KernelConfinement {
    KernelConfinement(
      landlockVersion: Int(cconfinement_landlock_version()),
      filtersSystemCalls: cconfinement_filters(),
      announcesRefusals: cconfinement_announces())
  }

  /// This kernel as if its Landlock had at most this version.
  package func limited(toLandlock version: Int) -> KernelConfinement {
    var limited = self
    limited.landlockVersion = min(version, landlockVersion)
    return limited
  }
}

extension KernelConfinement: CustomStringConvertible {
  /// What the kernel offers, for keys of caches.
  package var description: String {
    "Landlock \(landlockVersion), filters \(filtersSystemCalls), announces \(announcesRefusals)"
  }
}
