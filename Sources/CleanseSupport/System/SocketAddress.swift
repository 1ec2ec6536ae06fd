/// The address of a listening socket. Two spellings of an address are equal values.
package enum SocketAddress: Hashable, Sendable {
  /// A port of an address of this machine, both in digits, as the system writes them; `*` for all addresses.
  case port(String, host: String)
  /// A socket in the file system.
  case local(path: String)
  /// A socket that the process has inherited from systemd, by its `FileDescriptorName`; of several with the same name, the
  /// second one is `NAME:2`.
  case inherited(name: String)

  /// What an address has to look like.
  package static let forms =
    "`127.0.0.1:8080`, `[::1]:8080`, `*:8080`, `unix:/PATH` or `systemd:NAME`"

  /// Reads an address; nil for a text that is none.
  package init?(_ text: String) {
    guard text.utf8.count <= 1024, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      return nil
    }
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      guard FilePath(path).isAbsolute, path.utf8.count <= Self.longestPath else { return nil }
      self = .local(path: path)
    } else if text.hasPrefix("systemd:") {
      let name = String(text.dropFirst(8))
      // Not a path: a name and an index.
      let parts = name.split(separator: ":", omittingEmptySubsequences: false)
      guard let first = parts.first, !first.isEmpty, parts.count <= 2,
        parts.dropFirst().allSatisfy(Self.isIndex)
      else { return nil }
      self = .inherited(name: name)
    } else {
      // Not a path: an address and a port.
      guard let colon = text.lastIndex(of: ":") else { return nil }
      let port = text[text.index(after: colon)...]
      guard (1...5).contains(port.utf8.count), port.allSatisfy({ $0.isASCII && $0.isNumber }),
        let number = UInt16(port)
      else { return nil }
      var host = String(text[..<colon])
      if host.hasPrefix("["), host.hasSuffix("]") {
        host = String(host.dropFirst().dropLast())
        guard host.contains(":") else { return nil }
      } else if host.contains(":") || host.isEmpty {
        return nil
      }
      guard let host = Self.numeric(host) else { return nil }
      self = .port(String(number), host: host)
    }
  }

  /// The longest path of a socket, in bytes, before the null at its end. (sun_path of unix(7).)
  private static let longestPath = 107

  /// What is wrong with a text that looks like an address and is none, as a relative clause; nil if that is not known.
  package static func flaw(of text: String) -> String? {
    if text.hasPrefix("unix:") {
      let path = text.dropFirst(5)
      guard FilePath(String(path)).isAbsolute else { return "whose path is relative" }
      return path.utf8.count > longestPath
        ? "whose path has \(path.utf8.count) bytes, more than \(longestPath)" : nil
    }
    // Not a path: a host and a port.
    guard let colon = text.lastIndex(of: ":"),
      SocketAddress("*\(text[colon...])") != nil,
      text[..<colon].contains(where: \.isLetter), !text[..<colon].contains(":")
    else { return nil }
    return "whose host is a name, and not an address in digits"
  }

  /// Whether the text is the number of another socket than the first, as it is written.
  private static func isIndex(_ text: Substring) -> Bool {
    Int(text).map { $0 > 1 && String($0) == text } ?? false
  }

  /// The numeric address as the system writes it; nil for a text that is none.
  private static func numeric(_ host: String) -> String? {
    guard host != "*" else { return host }
    let family = host.contains(":") ? AF_INET6 : AF_INET
    var bytes = [UInt8](repeating: 0, count: 16)
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard unsafe inet_pton(family, host, &bytes) == 1,
      unsafe inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil
    else { return nil }
    let numeric = String(
      decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    // `*` is opened as this.
    return numeric == "::" ? "*" : numeric
  }

  /// Opens a socket that listens at the address and does not block. Programs that this process executes don't inherit it.
  ///
  /// A socket in the file system that no process listens on is replaced.
  ///
  /// - Parameter mode: The permissions of a socket in the file system, from the beginning; nil for those that the umask leaves.
  ///   The umask is one of all threads, which could create other files meanwhile.
  /// - Throws: The error of the system; `ENOENT` for an inherited socket, which this does not know.
  package func listen(mode: mode_t? = nil) throws(SystemError) -> Int32 {
    let descriptor: Int32
    switch self {
    case .inherited: throw SystemError(number: ENOENT)
    case .local(let path): descriptor = try Self.listen(atPath: path, mode)
    case .port(let port, let host): descriptor = try Self.listen(port, host)
    }
    Descriptors.setNonblocking(descriptor)
    return descriptor
  }

  private static func listen(_ port: String, _ host: String) throws(SystemError) -> Int32 {
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV
    #if canImport(Glibc)
      unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      unsafe hints.ai_socktype = SOCK_STREAM
    #endif
    var found: UnsafeMutablePointer<addrinfo>?
    // IPv6 for all addresses: such a socket accepts IPv4 as well, unless the system says otherwise.
    let name = host == "*" ? "::" : host
    guard unsafe getaddrinfo(name, port, &hints, &found) == 0, let first = unsafe found else {
      throw SystemError(number: EADDRNOTAVAIL)
    }
    defer { unsafe freeaddrinfo(found) }
    return try unsafe bound(
      family: first.pointee.ai_family, first.pointee.ai_addr, first.pointee.ai_addrlen)
  }

  private static func listen(atPath path: String, _ mode: mode_t?) throws(SystemError) -> Int32 {
    do throws(SystemError) {
      return try bound(atPath: path, mode)
    } catch {
      guard error.number == EADDRINUSE, isStale(path) else { throw error }
      unsafe unlink(path)
      return try bound(atPath: path, mode)
    }
  }

  private static func bound(atPath path: String, _ mode: mode_t?) throws(SystemError) -> Int32 {
    try unsafe withLocal(path) { address, size throws(SystemError) in
      // Before it listens, no process can connect, whatever the mode is.
      try unsafe bound(family: AF_UNIX, address, size) {
        mode.map { unsafe chmod(path, $0) == 0 } ?? true
      }
    }
  }

  /// Whether no process listens on a socket in the file system.
  private static func isStale(_ path: String) -> Bool {
    var status = stat()
    // Connecting to another file fails in the same way.
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
      return false
    }
    do throws(SystemError) {
      close(try connection(toPath: path, within: 0))
      return false
    } catch {
      return error.number == ECONNREFUSED
    }
  }

  /// Connects to a socket in the file system.
  ///
  /// - Parameter seconds: How long to wait if too many connections wait already; 0 for not at all, with a connection that does
  ///   not block. `EAGAIN` is thrown then.
  package static func connection(
    toPath path: String, within seconds: Int
  ) throws(SystemError) -> Int32 {
    let descriptor = try opened(AF_UNIX)
    if seconds == 0 {
      Descriptors.setNonblocking(descriptor)
    } else {
      limit(SO_SNDTIMEO, of: descriptor, toSeconds: seconds)
    }
    do throws(SystemError) {
      try unsafe withLocal(path) { address, size throws(SystemError) in
        guard unsafe connect(descriptor, address, size) == 0 else { throw .last }
      }
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Limits how long a connection waits for bytes to receive; `EAGAIN` follows then.
  package static func limitWaiting(of descriptor: Int32, toSeconds seconds: Int) {
    limit(SO_RCVTIMEO, of: descriptor, toSeconds: seconds)
  }

  private static func limit(_ option: Int32, of descriptor: Int32, toSeconds seconds: Int) {
    var patience = timeval(tv_sec: seconds, tv_usec: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Calls the body with the address of a socket in the file system; a path with a leading null character is abstract.
  package static func withLocal<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw SystemError(number: ENAMETOOLONG)
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    let size = socklen_t(offset + bytes.count)
    var result: Swift.Result<Result, SystemError>?
    unsafe withUnsafeBytes(of: &address) { pointer in
      guard let base = pointer.baseAddress else { return }
      let address = unsafe base.assumingMemoryBound(to: sockaddr.self)
      do throws(SystemError) {
        result = .success(try unsafe body(address, size))
      } catch {
        result = .failure(error)
      }
    }
    guard let result else { throw SystemError(number: EFAULT) }
    return try result.get()
  }

  private static func opened(_ family: Int32) throws(SystemError) -> Int32 {
    #if canImport(Glibc)
      let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(family, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw .last }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  private static func bound(
    family: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t,
    beforeListening prepare: () -> Bool = { true }
  ) throws(SystemError) -> Int32 {
    let descriptor = try opened(family)
    var isOn: Int32 = 1
    // A port can be bound again while connections of an earlier process are being closed.
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    guard unsafe bind(descriptor, address, size) == 0, prepare(), startListening(descriptor) == 0
    else {
      let error = SystemError.last
      close(descriptor)
      throw error
    }
    return descriptor
  }
}

/// Calls `listen` of the C library, whose name the type has a method of.
private func startListening(_ descriptor: Int32) -> Int32 {
  // The system limits the number of waiting connections. (listen(2).)
  listen(descriptor, 4096)
}

extension SocketAddress: CustomStringConvertible {
  /// The address as it is written in settings.
  package var description: String {
    switch self {
    case .port(let port, let host): (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    case .local(let path): "unix:\(path)"
    case .inherited(let name): "systemd:\(name)"
    }
  }
}

/// Descriptors of this process.
package enum Descriptors {
  /// Lets calls fail where they would wait.
  package static func setNonblocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Whether connections can be accepted from a descriptor.
  package static func isListening(_ descriptor: Int32) -> Bool {
    var isListening: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return unsafe getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0
      && isListening != 0
  }

  /// Returns another descriptor of the same file, which programs that this process executes don't inherit.
  package static func duplicate(of descriptor: Int32) throws(SystemError) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .last }
    return copy
  }
}
