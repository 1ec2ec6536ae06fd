import CleanseTestSupport
import Foundation
import Glibc
import Testing

@Suite("The example Visits", .serialized, .blocking)
struct VisitsTests {
  private static let plugins = Build.products.appending(path: "visits")

  /// The number in the answer of a server; nil if it does not answer.
  private func visit(_ server: String, in directory: TemporaryDirectory) throws -> Int? {
    let text = try UnixConnection(to: directory.path(of: "\(server).sock"))?
      .answer(to: "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    return text.flatMap { $0.split(whereSeparator: \.isWhitespace).last }.flatMap { Int($0) }
  }

  private func serving(in directory: TemporaryDirectory) throws -> ServingHost {
    // One by one: a copy of their directory would have its owner.
    try directory.makeDirectory("plugins")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Self.plugins.path(percentEncoded: false))
    try directory.copy(names, to: "plugins", from: Self.plugins)
    return try ServingHost(
      ["web", "pages"].flatMap { server in
        ["--set", "org.cleanse.examples.\(server).listen=unix:\(directory.path(of: server)).sock"]
      }, in: directory)
  }

  @Test("servers in C and in Swift share a counter of a third plugin")
  func counter() throws {
    let directory = try TemporaryDirectory()
    let serving = try serving(in: directory)
    let status = try serving.ready()
    #expect(try visit("web", in: directory) == 1)
    #expect(try visit("pages", in: directory) == 2)
    #expect(try visit("web", in: directory) == 3)
    #expect(status.health == [.init(name: "pages", error: nil)])
    let outcome = try serving.stop()
    #expect(outcome.status == 0)
    let worker = try #require(status.worker?.process)
    let log = String(decoding: outcome.errors, as: UTF8.self)
    #expect(log.contains("\nworker \(worker)| 3 visits\n"), "\(log)")
  }

  @Test("a client that keeps its connection is answered during a reload, and asked to close it")
  func keptConnection() throws {
    for server in ["web", "pages"] {
      let directory = try TemporaryDirectory()
      let serving = try serving(in: directory)
      try serving.ready()
      let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
      let connection = try #require(
        try UnixConnection(to: directory.path(of: "\(server).sock")))
      #expect(try connection.answer(to: request, isLast: false).contains("visit"))
      #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
      // The old worker still has the connection, and learns soon that it has to stop.
      var last = ""
      eventually("the server asks to close the connection") {
        last = (try? connection.answer(to: request, isLast: false)) ?? ""
        return !last.contains("visit") || last.contains("Connection: close")
      }
      #expect(last.contains("visit"), "\(server): \(last)")
      try eventually("the old worker has ended") { try serving.status()?.draining == [] }
      #expect(try visit(server, in: directory) == 1)
      #expect(try serving.stop().status == 0)
    }
  }

  // The server in C waited in epoll_wait although it had unread requests, until their connections timed out.
  @Test("128 clients at once are answered while a server is replaced", arguments: ["web", "pages"])
  func crowd(server: String) throws {
    let directory = try TemporaryDirectory()
    let serving = try serving(in: directory)
    let first = try #require(try serving.ready().worker?.process)
    serving.send(SIGHUP)
    var unanswered = 0
    try eventually("the old worker has ended") {
      let clients = try (1...128).map { _ in
        try #require(try UnixConnection(to: directory.path(of: "\(server).sock")))
      }
      for client in clients {
        try client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      }
      unanswered += clients.count { !$0.answer().contains("visit") }
      let status = try serving.status()
      return status?.worker.map { $0.process != first } == true && status?.draining == []
    }
    #expect(unanswered == 0)
    #expect(try serving.stop().status == 0)
  }
}

/// A connection to a local socket.
private final class UnixConnection {
  private let descriptor: Int32

  /// - Returns: nil if nothing listens there.
  init?(to path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    try #require(path.utf8.count < 108)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if status != 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Sends a text, and returns what the server answers: until it closes the connection, or at once.
  func answer(to text: String, isLast: Bool = true) throws -> String {
    try send(text)
    return answer(isLast: isLast)
  }

  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    let sent = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    try #require(sent == bytes.count)
  }

  /// What the server answers: until it closes the connection, or a page.
  func answer(isLast: Bool = true) -> String {
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      answer += buffer[..<count]
      let text = String(decoding: answer, as: UTF8.self)
      // The page is one line.
      if !isLast, text.hasSuffix("\n"), text.contains("visit") { return text }
    }
    return String(decoding: answer, as: UTF8.self)
  }
}
