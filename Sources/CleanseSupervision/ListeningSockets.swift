import CleanseSupport

/// The listening sockets of a supervisor, which its workers share: those that it has inherited, and those that workers
/// have requested.
struct ListeningSockets {
  /// The first descriptor that systemd passes. (sd_listen_fds(3).)
  private static let firstInherited: Int32 = 3

  /// A socket that was opened for an address, with its file if it has one.
  private struct Opened {
    let descriptor: Int32
    let file: SocketFile?
  }

  private var inherited: [String: Int32] = [:]
  /// The names of inherited descriptors that are no listening sockets.
  private(set) var unusableNames: [String] = []
  private var opened: [SocketAddress: Opened] = [:]

  /// Takes the sockets that systemd, or another program, has passed to this process.
  init() {
    defer { for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsafe unsetenv(name) } }
    guard Self.variable("LISTEN_PID").flatMap({ pid_t($0) }) == getpid(),
      let count = Self.variable("LISTEN_FDS").flatMap({ Int32($0) }), (1...1024).contains(count)
    else { return }
    let names = (Self.variable("LISTEN_FDNAMES") ?? "").split(
      // Not a path: the names of sockets.
      separator: ":", omittingEmptySubsequences: false)
    var counts: [String: Int] = [:]
    for index in 0..<count {
      let descriptor = Self.firstInherited + index
      guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else { continue }
      let given = Int(index) < names.count ? String(names[Int(index)]) : ""
      // The name that systemd gives to a socket without one. (sd_listen_fds_with_names(3).)
      let name = given.isEmpty ? "unknown" : given
      counts[name, default: 0] += 1
      let number = counts[name, default: 1]
      add(descriptor, number == 1 ? name : "\(name):\(number)")
    }
  }

  private mutating func add(_ descriptor: Int32, _ name: String) {
    guard Descriptors.isListening(descriptor) else { return unusableNames.append(name) }
    // As those that it opens itself: another worker may have accepted the connection.
    Descriptors.setNonblocking(descriptor)
    inherited[name] = descriptor
  }

  private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// The names of the inherited sockets; the second one of a unit with several has the name `NAME:2`.
  var names: [String] { inherited.keys.sorted() }

  /// Returns the socket of an address, and opens it if no worker has requested it before.
  mutating func descriptor(for text: String) throws(SystemError) -> Int32 {
    guard let address = SocketAddress(text) else { throw SystemError(number: EINVAL) }
    if case .inherited(let name) = address {
      if let descriptor = inherited[name] { return descriptor }
      throw SystemError(number: unusableNames.contains(name) ? ENOTSOCK : ENOENT)
    }
    if let known = opened[address] { return known.descriptor }
    let descriptor = try address.listen()
    opened[address] = Opened(descriptor: descriptor, file: address.file)
    return descriptor
  }

  /// Closes the sockets that were opened for other addresses.
  mutating func keepOnly(_ texts: Set<String>) {
    let kept = Set(texts.compactMap { SocketAddress($0) })
    for (address, socket) in opened where !kept.contains(address) {
      close(socket.descriptor)
      socket.file?.remove()
      opened[address] = nil
    }
  }
}

extension SocketAddress {
  /// The file of a socket that listens at the address.
  fileprivate var file: SocketFile? {
    if case .local(let path) = self { SocketFile(path: path) } else { nil }
  }
}
