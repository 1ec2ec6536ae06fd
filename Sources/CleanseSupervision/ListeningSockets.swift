import CleanseSupport

/// The listening sockets of a supervisor, which its workers share: those that it has inherited, and those that workers
/// have requested.
struct ListeningSockets {
  /// The first descriptor that systemd passes. (sd_listen_fds(3).)
  private static let firstInherited: Int32 = 3

  /// A socket that workers share.
  private struct Shared {
    let descriptor: Int32
    /// Its file, if it has one and was opened for an address.
    let file: SocketFile?
    let condition: SocketCondition
    /// Whether ``newlyDamaged()`` has returned it.
    var isReported = false

    init(_ descriptor: Int32, file: SocketFile? = nil) {
      (self.descriptor, self.file) = (descriptor, file)
      condition = SocketCondition(of: descriptor)
    }

    /// Whether connections can reach it.
    var isIntact: Bool { (file?.isPresent ?? true) && condition.isIntact(descriptor) }

    /// Sets back what workers have changed, and returns whether the socket can be used.
    func restore() -> Bool { isIntact && condition.restore(descriptor) }
  }

  private var inherited: [String: Shared] = [:]
  /// The names of inherited descriptors that are no listening sockets.
  private(set) var unusableNames: [String] = []
  private var opened: [SocketAddress: Shared] = [:]

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

  /// Takes the sockets that another program hands over.
  ///
  /// - Parameter owns: Whether the files of sockets are removed with them. They are another program's in a trial.
  init(taking handover: SupervisorHandover, owns: Bool) {
    unusableNames = handover.unusableNames
    for socket in handover.sockets {
      switch SocketAddress(socket.address) {
      case .inherited(let name)?: inherited[name] = Shared(socket.descriptor)
      case let address?:
        opened[address] = Shared(socket.descriptor, file: owns ? address.file : nil)
      // An address that this version does not know can't be that of a plugin.
      case nil: close(socket.descriptor)
      }
    }
  }

  /// What is handed over.
  var handover: [SupervisorHandover.Socket] {
    inherited.map {
      .init(address: "\(SocketAddress.inherited(name: $0.key))", descriptor: $0.value.descriptor)
    }
      + opened.map { .init(address: "\($0.key)", descriptor: $0.value.descriptor) }
  }

  /// Takes a descriptor that was passed with a name.
  mutating func add(_ descriptor: Int32, _ name: String) {
    guard Descriptors.isListening(descriptor) else { return unusableNames.append(name) }
    // As those that it opens itself: another worker may have accepted the connection.
    Descriptors.setNonblocking(descriptor)
    inherited[name] = Shared(descriptor)
  }

  private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// The names of the inherited sockets; the second one of a unit with several has the name `NAME:2`.
  var names: [String] { inherited.keys.sorted() }

  /// Returns the socket of an address as a worker gets it, and opens it if no worker has requested it before, or if one has
  /// damaged it.
  ///
  /// - Parameter mode: The permissions of a new socket in the file system; nil for those that the umask leaves.
  /// - Throws: `EBADFD` for an inherited socket that is damaged.
  mutating func descriptor(
    for text: String, mode: mode_t? = nil
  ) throws(SystemError) -> (descriptor: Int32, isReopened: Bool) {
    guard let address = SocketAddress(text) else { throw SystemError(number: EINVAL) }
    if case .inherited(let name) = address { return (try inheritedDescriptor(name), false) }
    let known = opened[address]
    if let known {
      if known.restore() { return (known.descriptor, false) }
      remove(known, at: address)
    }
    let descriptor = try address.listen(mode: mode)
    opened[address] = Shared(descriptor, file: address.file)
    return (descriptor, known != nil)
  }

  private func inheritedDescriptor(_ name: String) throws(SystemError) -> Int32 {
    guard let socket = inherited[name] else {
      throw SystemError(number: unusableNames.contains(name) ? ENOTSOCK : ENOENT)
    }
    guard socket.restore() else { throw SystemError(number: EBADFD) }
    return socket.descriptor
  }

  /// Closes a damaged socket. The workers that have it as well must not keep its address.
  private mutating func remove(_ socket: Shared, at address: SocketAddress) {
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
    close(socket.descriptor)
    socket.file?.remove()
    opened[address] = nil
  }

  /// The addresses of opened sockets that do not listen any more, each once.
  ///
  /// - Parameter addresses: Those that are examined; nil for all.
  mutating func newlyDamaged(among addresses: Set<SocketAddress>? = nil) -> [SocketAddress] {
    let damaged = opened.filter { address, socket in
      addresses?.contains(address) != false && !socket.isReported && !socket.isIntact
    }.keys
    for address in damaged { opened[address]?.isReported = true }
    return damaged.sorted { $0.description < $1.description }
  }

  /// The addresses that ``newlyDamaged(among:)`` has returned, of sockets that were not opened again since.
  var damaged: [SocketAddress] {
    opened.filter(\.value.isReported).keys.sorted { $0.description < $1.description }
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

extension ListeningSockets {
  /// The inherited descriptors that are no sockets, or not among those in use, as lines of the log.
  func warnings(using used: Set<String>) -> [String] {
    unusableNames.map { "the inherited descriptor systemd:\($0) is not a listening socket" }
      + names.filter { !used.contains("systemd:\($0)") }
      .map { "no plugin uses the inherited socket systemd:\($0)" }
  }
}
