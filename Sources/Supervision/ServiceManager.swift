import CleanseSupport
import Glibc

/// The connection to systemd, or to another program that speaks its protocol (sd_notify(3)).
struct ServiceManager {
  /// The path of its socket; nil if no program waits for messages.
  private let path: String?
  /// The time within which it expects a sign of life; nil if it expects none.
  let watchdog: Duration?

  init() {
    func taken(_ name: String) -> String? {
      defer { unsafe unsetenv(name) }
      return unsafe getenv(name).map { unsafe String(cString: $0) }
    }
    path = taken("NOTIFY_SOCKET").flatMap { path in
      path.hasPrefix("/") ? path : path.hasPrefix("@") ? "\0" + path.dropFirst() : nil
    }
    let process = taken("WATCHDOG_PID")
    let microseconds = taken("WATCHDOG_USEC").flatMap { Int64($0) }
    watchdog =
      process.map { pid_t($0) == getpid() } ?? true
      ? microseconds.flatMap { $0 > 0 ? .microseconds($0) : nil } : nil
  }

  /// Sends assignments such as `READY=1`. Nothing depends on whether they arrive.
  func notify(_ assignments: String...) {
    guard let path else { return }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // A text of a plugin must not be an assignment of its own.
    let lines = assignments.map { String(PlainText.escaped($0).prefix(300)) }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    try? unsafe SocketAddress.withLocal(path) { address, size in
      _ = unsafe sendto(
        descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), address,
        size)
    }
  }
}
