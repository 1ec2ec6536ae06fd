/// Which user numbers stand for the user of this process.
///
/// In a user namespace, the files and connections of all users without a mapping have one number, the overflow user's. If
/// a process has this number itself, equal numbers don't mean the same user. (user_namespaces(7).)
package struct UserIdentity: Sendable {
  /// The effective user of the process.
  package let number: UInt32
  /// The number that stands for every user without a mapping; nil if all users have one.
  package let unmapped: UInt32?

  package init(number: UInt32, unmapped: UInt32? = nil) {
    (self.number, self.unmapped) = (number, unmapped)
  }

  /// The identity of this process. The user is read each time, as a process can change it.
  package static var current: Self { Self(number: geteuid(), unmapped: unmappedUser) }

  /// Whether an owner or a peer is certainly the user.
  package func isSelf(_ user: UInt32) -> Bool { user == number && user != unmapped }

  /// Whether an owner or a peer is certainly the user, or root.
  package func isSelfOrRoot(_ user: UInt32) -> Bool {
    isSelf(user) || user == 0 && user != unmapped
  }

  private static let unmappedUser = unmapped(
    map: SystemPath.text(of: "/proc/self/uid_map"),
    overflow: SystemPath.text(of: "/proc/sys/kernel/overflowuid"))

  /// The number that stands for users without a mapping.
  ///
  /// - Parameters:
  ///   - map: The contents of `/proc/self/uid_map`. If they can't be read, some users may have no mapping.
  ///   - overflow: The contents of `/proc/sys/kernel/overflowuid`. The default is that of the kernel.
  package static func unmapped(map: String, overflow: String) -> UInt32? {
    let mapped = map.split(whereSeparator: \.isNewline).reduce(UInt64(0)) { sum, line in
      sum + (line.split(separator: " ").last.flatMap { UInt64($0) } ?? 0)
    }
    // The last number means "no user" in system calls, so it is not mapped either.
    return mapped >= UInt64(UInt32.max) ? nil : UInt32(overflow) ?? 65_534
  }
}
