import CCleanseConfinement
import CleanseSupport

/// Lets the announced calls of a process continue that may do everything, and returns what it uses.
///
/// While a call waits for its answer, the process does, so `next` has to be called whenever the listener is readable, until the
/// process has ended. What is recorded is a proposal for people: the process can change what it has announced.
package struct AccessRecorder: ~Copyable {
  private let listener: RefusalListener

  /// - Parameter listener: What `enforce` has returned in the process.
  package init(_ listener: consuming RefusalListener) {
    self.listener = listener
  }

  /// The number of the descriptor to wait on; it is readable when a call waits.
  package var number: Int32 { listener.number }

  /// Lets the next call continue that waits. It does not block.
  ///
  /// - Returns: What it uses; nil if no call waits now, or no process is left.
  package func next() -> (accesses: [Access], hasEnded: Bool)? {
    var call = cconfinement_call()
    switch unsafe cconfinement_next_call(listener.number, &call) {
    case 1:
      let announced = AnnouncedCall(call)
      let accesses = announced.isQuiet ? [] : announced.accesses
      cconfinement_continue(listener.number, call.identifier)
      return (accesses, false)
    case 0: return nil
    default: return ([], true)
    }
  }
}

extension AnnouncedCall {
  /// What the call uses, if it succeeds.
  fileprivate var accesses: [Access] {
    switch name {
    case "open": opening(path(0), flags: number(1))
    case "openat": opening(path(1, in: 0), flags: number(2))
    case "creat": opening(path(0), flags: O_CREAT | O_WRONLY)
    case "truncate": opening(path(0), flags: O_WRONLY)
    case "mkdir", "mknod": creating(path(0))
    case "mkdirat", "mknodat": creating(path(1, in: 0))
    case "unlink", "rmdir": removing(path(0))
    case "unlinkat": removing(path(1, in: 0))
    case "rename": removing(path(0)) + directory(of: path(1))
    case "renameat", "renameat2": removing(path(1, in: 0)) + directory(of: path(3, in: 2))
    case "link": removing(path(0)) + creating(path(1))
    case "linkat": removing(path(1, in: 0)) + creating(path(3, in: 2))
    case "symlink": creating(path(1))
    case "symlinkat": creating(path(2, in: 1))
    case "execve": path(0).flatMap(SystemPath.resolved).map { [.executing($0)] } ?? []
    case "socket": [openingSocket]
    case "sendto": address(4).flatMap { sending(to: $0) }.map { [$0] } ?? []
    case "connect": address.flatMap { connecting(to: $0) }.map { [$0] } ?? []
    case "bind": address.flatMap { binding(to: $0) }.map { [$0] } ?? []
    default: [.other(attempt)]
    }
  }

  private func opening(_ path: FilePath?, flags: Int32) -> [Access] {
    guard let path else { return [] }
    guard let file = SystemPath.resolved(path) else {
      return flags & O_CREAT != 0 ? directory(of: path) : []
    }
    // O_PATH, which Landlock does not check.
    guard flags & 0o10_000_000 == 0 else { return [] }
    let writes = flags & O_ACCMODE != O_RDONLY || flags & O_TRUNC != 0
    return [writes ? .writing(file) : .reading(file)]
  }

  private func creating(_ path: FilePath?) -> [Access] { exists(path) ? [] : directory(of: path) }

  private func removing(_ path: FilePath?) -> [Access] { exists(path) ? directory(of: path) : [] }

  /// Whether there is a file or a link, without which a call fails, or with which.
  private func exists(_ path: FilePath?) -> Bool {
    guard let path else { return false }
    return unsafe faccessat(AT_FDCWD, path.cString, F_OK, AT_SYMLINK_NOFOLLOW) == 0
  }

  /// Entries of directories are created and removed by a right to the directory.
  private func directory(of path: FilePath?) -> [Access] {
    guard let directory = path.flatMap({ SystemPath.resolved($0.removingLastComponent) }) else {
      return []
    }
    return [.writing(directory)]
  }

  /// What a socket needs that is no quiet one. It is opened with the protocols that a confinement can allow, or with others.
  private var openingSocket: Access {
    let (family, type, transport) = (number(0), number(1) & 0xF, number(2))
    return switch (family, type) {
    case (AF_INET, 1), (AF_INET6, 1):
      [0, 6].contains(transport) ? .openingStream(attempt) : .other(attempt)
    case (AF_INET, 2), (AF_INET6, 2):
      [0, 17].contains(transport) ? .resolvingNames : .other(attempt)
    case (AF_NETLINK, 3): transport == 0 ? .resolvingNames : .other(attempt)
    default: .other(attempt)
    }
  }

  /// Datagrams of a socket that is opened as getaddrinfo(3) does it, which is quiet.
  private func sending(to address: Address) -> Access? {
    switch address.family {
    case AF_INET, AF_INET6: address.isStream ? nil : .resolvingNames
    case AF_UNIX: .other(.socket(family: AF_UNIX, type: 2))
    default: nil
    }
  }

  /// Unix sockets without which glibc goes on: it first queries nscd, and then reads /etc (nscd/nscd_helper.c); and libdispatch
  /// logs with syslog(3) that it can't raise the priority of a thread, which only root can (misc/syslog.c).
  private static let quietSockets: Set<FilePath> = ["/var/run/nscd/socket", "/dev/log"]

  /// The port of DNS.
  private static let namePort: UInt16 = 53

  private func connecting(to address: Address) -> Access? {
    switch address.family {
    case AF_INET, AF_INET6:
      guard !address.isStream else { return .connecting(port: address.port) }
      if address.port == Self.namePort { return .resolvingNames }
      // How getaddrinfo(3) finds its source address.
      return nil
    case AF_UNIX:
      guard let path = socketPath, Self.quietSockets.contains(path) else {
        return .other(.socket(family: AF_UNIX, type: 1))
      }
      return nil
    default: return nil
    }
  }

  private func binding(to address: Address) -> Access? {
    switch address.family {
    case AF_INET, AF_INET6: address.isStream ? .binding(port: address.port) : .resolvingNames
    case AF_UNIX: .other(.socket(family: AF_UNIX, type: 1))
    default: nil
    }
  }
}
