import CleanseSupport

/// The connection to systemd, or to another program that speaks its protocol (sd_notify(3)).
final class ServiceManager {
  /// What is kept of messages that the program has no room for.
  private static let mostUnsent = 16

  /// How it is reached.
  struct Address: Codable {
    /// The path of its socket; nil if no program waits for messages.
    let path: String?
    /// The time within which it expects a sign of life, in microseconds; nil if it expects none.
    let watchdog: Int64?
  }

  let address: Address
  private var unsent: [[UInt8]] = []

  init() {
    func taken(_ name: String) -> String? {
      defer { unsafe unsetenv(name) }
      return unsafe getenv(name).map { unsafe String(cString: $0) }
    }
    let path = taken("NOTIFY_SOCKET").flatMap { path in
      FilePath(path).isAbsolute ? path : path.hasPrefix("@") ? "\0" + path.dropFirst() : nil
    }
    let process = taken("WATCHDOG_PID")
    let microseconds = taken("WATCHDOG_USEC").flatMap { Int64($0) }
    let isMeant = process.map { pid_t($0) == getpid() } ?? true
    address = Address(
      path: path, watchdog: isMeant ? microseconds.flatMap { $0 > 0 ? $0 : nil } : nil)
  }

  /// - Parameter address: How another program has reached it from this process.
  init(at address: Address) {
    self.address = address
  }

  /// The time within which it expects a sign of life; nil if it expects none.
  var watchdog: Duration? { address.watchdog.map { .microseconds($0) } }

  /// Sends assignments such as `READY=1`. If the program has no room for them, they are sent later, in order.
  func notify(_ assignments: [String]) {
    guard address.path != nil else { return }
    // A text of a plugin must not be an assignment of its own.
    let lines = assignments.map {
      String(decoding: PlainText.escaped($0).utf8.prefix(300), as: UTF8.self)
    }
    if unsent.count == Self.mostUnsent { unsent.removeFirst() }
    unsent.append(Array(lines.joined(separator: "\n").utf8))
    resend()
  }

  /// Whether there are messages to be sent.
  var isSending: Bool { !unsent.isEmpty }

  /// Sends what the program had no room for.
  func resend() {
    while let message = unsent.first, send(message) { unsent.removeFirst() }
  }

  /// - Returns: Whether the message was sent, or can't be.
  private func send(_ bytes: [UInt8]) -> Bool {
    guard let path = address.path else { return true }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    do throws(SystemError) {
      try unsafe SocketAddress.withLocal(path) { address, size throws(SystemError) in
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        guard unsafe sendto(descriptor, bytes, bytes.count, flags, address, size) >= 0 else {
          throw .last
        }
      }
      return true
    } catch {
      return ![EAGAIN, ENOBUFS, ENOMEM, EINTR].contains(error.number)
    }
  }
}
