/// A part of a confinement that a kernel can't enforce.
package enum ConfinementGap: Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// The kernel has no Landlock: its user's rights to files apply. Programs are executed only if one is granted.
  case files
  /// The kernel has no Landlock for TCP (its version is below 4): every port can be used if one is granted.
  case ports
  /// The kernel has no filters of system calls, or another filter forbids them: Landlock covers only files, and what else its
  /// version has.
  case systemCalls
  /// No process can be announced the system calls of this one, such as in a container that answers them itself: what `/proc` shows
  /// every user of other processes can be read.
  case processes

  package var description: String {
    switch self {
    case .files: "files are not confined, as the kernel has no Landlock"
    case .ports: "TCP ports are not confined, as the kernel's Landlock is older than version 4"
    case .systemCalls: "system calls are not confined, as seccomp is not available"
    case .processes:
      "command lines of other processes can be read, as seccomp can't announce system calls"
    }
  }
}
