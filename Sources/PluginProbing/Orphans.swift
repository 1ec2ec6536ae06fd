import Glibc

/// The processes that came to this one because their parents have ended.
enum Orphans {
  /// What tells where a process came from that had to be killed.
  struct Killed {
    let name: String
    /// Its process group; that of a process of the probe, unless it has made one of its own.
    let group: pid_t
  }

  /// Kills them all and what they leave, and takes note of those that have ended by themselves.
  ///
  /// - Parameter own: The processes that this one has started itself and still watches.
  /// - Returns: Each process that had to be killed.
  static func killed(sparing own: Set<pid_t>) -> [Killed] {
    var killed: [Killed] = []
    // Whatever is killed leaves its children to this process; a chain of them ends.
    for _ in 0..<roundLimit {
      let orphans = children().filter { !own.contains($0) }
      guard !orphans.isEmpty else { break }
      for orphan in orphans where waitpid(orphan, nil, WNOHANG) == 0 {
        killed.append(Killed(name: name(of: orphan), group: getpgid(orphan)))
        kill(orphan, SIGKILL)
        waitpid(orphan, nil, 0)
      }
    }
    return killed
  }

  private static let roundLimit = 1000

  private static func children() -> [pid_t] {
    let process = getpid()
    return text(of: "/proc/\(process)/task/\(process)/children").split(separator: " ")
      .compactMap { pid_t($0) }
  }

  private static func name(of process: pid_t) -> String {
    String(text(of: "/proc/\(process)/comm").prefix { $0 != "\n" })
  }

  private static func text(of file: String) -> String {
    let file = unsafe Descriptor(open(file, O_RDONLY | O_CLOEXEC))
    guard file.number >= 0 else { return "" }
    var bytes: [UInt8] = []
    while case .success(let part) = Descriptor.read(file.number, atMost: 1 << 16), !part.isEmpty {
      bytes += part
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
