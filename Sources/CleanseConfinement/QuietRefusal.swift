import CleanseSupport

/// A refused call that ordinary libraries make, and that is no finding.
struct QuietRefusal: Sendable {
  let call: String
  /// What the arguments are, by their indices.
  let arguments: [Int: Int32]
  /// The path that is written to, with `*` for any component; nil for any path.
  var path: FilePath?

  static let all: [QuietRefusal] = [
    // glibc asks nscd for users, groups and hosts, and then reads /etc. (nscd/nscd_helper.c.)
    .init("socket", [0: AF_UNIX, 1: 0o2_004_001, 2: 0]),
    // libdispatch logs with syslog(3) that it can't raise the priority of a thread. (misc/syslog.c of glibc.)
    .init("socket", [0: AF_UNIX, 1: 0o2_000_002, 2: 0]),
    // getaddrinfo(3) lists the addresses of this machine. (sysdeps/unix/sysv/linux/check_pf.c.)
    .init("socket", [0: AF_NETLINK, 1: 0o2_000_003, 2: 0]),
    // It finds its source address by connecting a socket that sends nothing. (nss/getaddrinfo.c.)
    .init("socket", [0: AF_INET, 1: 0o2_000_002, 2: 0]),
    .init("socket", [0: AF_INET6, 1: 0o2_000_002, 2: 0]),
    // SQLite, as root, gives its files the owner of the database. (robustFchown in os_unix.c.)
    .init("fchown", [1: 0, 2: 0]),
    // Whether a process exists.
    .init("kill", [1: 0]),
    // isatty(3) of what is opened as a terminal.
    .init("openat", [:], path: "/dev/tty"), .init("open", [:], path: "/dev/tty"),
    // pthread_setname_np(3) of another thread.
    .init("openat", [:], path: "/proc/self/task/*/comm"),
  ]

  init(_ call: String, _ arguments: [Int: Int32], path: FilePath? = nil) {
    self.call = call
    self.arguments = arguments
    self.path = path
  }

  func accepts(_ announced: AnnouncedCall) -> Bool {
    guard call == announced.name,
      arguments.allSatisfy({ announced.number($0.key) == $0.value })
    else { return false }
    guard let path else { return true }
    guard case .write(let written?) = announced.attempt else { return false }
    return matches(written.components, path.components)
  }

  private func matches(_ components: [FilePath], _ pattern: [FilePath]) -> Bool {
    components.count == pattern.count
      && zip(components, pattern).allSatisfy { $0 == $1 || $1 == "*" }
  }
}
