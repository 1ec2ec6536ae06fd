import CleanseTestSupport
import Foundation
import Testing

/// A plugin of a test of `--isolate`: it shares nothing with the others, and answers each connection, and each byte of it as long
/// as it is open, with a text and its process ID.
enum IsolatedPlugin {
  static let names = ["a", "b", "c"]

  static func identifier(_ name: String) -> String { "org.example.\(name)" }

  /// Builds a plugin in the folder `plugins`.
  ///
  /// - Parameter start: Statements before it starts.
  static func build(
    _ name: String, answer: String = "first", start: String = "", in directory: TemporaryDirectory
  ) throws {
    let plugin = ServicePlugin(
      identifier: identifier(name), resource: "server_\(name)", start: start,
      run: "serve(self, \"\(answer)\");", declarations: serve)
    try plugin.build(in: directory)
  }

  /// The options with which each plugin has a socket of its own.
  static func sockets(in directory: TemporaryDirectory) -> [String] {
    names.flatMap {
      ["--set", "\(identifier($0)).listen=unix:\(directory.path(of: "\($0).s"))"]
    }
  }

  private static let serve = """
    static void answer(int connection, const char *text) {
      char line[100];
      int length = snprintf(line, sizeof line, "%s %d\\n", text, (int)getpid());
      send(connection, line, length, MSG_NOSIGNAL);
    }

    static void serve(server *self, const char *text) {
      struct pollfd polled[64] = {{self->socket, POLLIN, 0}};
      int count = 1;
      while (!self->is_stopped) {
        poll(polled, count, 10);
        for (int index = count - 1; index > 0; index--) {
          char byte;
          ssize_t size = recv(polled[index].fd, &byte, 1, MSG_DONTWAIT);
          if (size > 0) {
            answer(polled[index].fd, text);
          } else if (size == 0) {
            close(polled[index].fd);
            polled[index] = polled[--count];
          }
        }
        int connection = count < 64 ? accept4(self->socket, NULL, NULL, SOCK_CLOEXEC) : -1;
        if (connection < 0) continue;
        answer(connection, text);
        polled[count++] = (struct pollfd){connection, POLLIN, 0};
      }
      for (int index = 1; index < count; index++) close(polled[index].fd);
    }
    """
}

/// A connection to an ``IsolatedPlugin``, which stays open.
final class OpenConnection: Sendable {
  /// What a plugin has answered.
  typealias Answer = (text: String, process: pid_t)

  private let descriptor: Int32
  /// The answer to the connection itself.
  let first: Answer

  init(to name: String, in directory: TemporaryDirectory) throws {
    descriptor = try Self.connection(to: directory.path(of: "\(name).s"))
    guard let answer = Self.answer(from: descriptor) else { throw Closed() }
    first = answer
  }

  private static func connection(to path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    try #require(path.utf8.count < 108)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else {
      close(descriptor)
      throw Closed()
    }
    return descriptor
  }

  deinit { close(descriptor) }

  struct Closed: Error {}

  /// Requests another answer.
  ///
  /// - Returns: Nil if the connection is closed.
  func ask() -> Answer? {
    guard send(descriptor, "x", 1, Int32(MSG_NOSIGNAL)) == 1 else { return nil }
    return Self.answer(from: descriptor)
  }

  private static func answer(from descriptor: Int32) -> Answer? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1 {
      guard byte != UInt8(ascii: "\n") else {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        return words.count == 2 ? Int32(words[1]).map { (String(words[0]), $0) } : nil
      }
      line.append(byte)
    }
    return nil
  }
}
