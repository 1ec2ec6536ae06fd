import CleanseSupport
import CleanseTestSupport
import Foundation
import Testing

@testable import CleanseSupervision

/// A new worker got each socket as the plugins of earlier ones had left it.
@Suite("The sockets that workers share")
struct ListeningSocketsTests {
  /// What a plugin can do with a socket that it has.
  private struct Change: CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (Int32) -> Bool

    init(_ description: String, apply: @escaping @Sendable (Int32) -> Bool) {
      (testDescription, self.apply) = (description, apply)
    }

    /// Sets an option to a number.
    init(_ description: String, _ level: Int, _ name: Int32, _ value: Int32) {
      self.init(description) { socket in
        var value = value
        return setsockopt(socket, Int32(level), name, &value, 4) == 0
      }
    }
  }

  private static let tcp = "127.0.0.1:0"
  private static let socketLevel = Int(SOL_SOCKET)

  /// Changes that can be set back, so that no waiting connection is lost.
  private static let reversible = [
    Change("blocking") { fcntl($0, F_SETFL, 0) == 0 },
    Change("signals") { fcntl($0, F_SETFL, O_NONBLOCK | O_ASYNC) == 0 },
    Change("hops", Int(IPPROTO_IP), 21, 255),
    Change("a deferred accept", Int(IPPROTO_TCP), 9, 60),
    Change("a pacing rate", socketLevel, 47, 1),
    Change("a port for others", socketLevel, 15, 1),
    Change("a filter") { socket in
      // One instruction, which drops every packet: sock_fprog and sock_filter.
      var instruction: UInt64 = 6
      return withUnsafeMutablePointer(to: &instruction) {
        var program = (UInt64(1), $0)
        return setsockopt(socket, SOL_SOCKET, 26, &program, 16) == 0
      }
    },
  ]

  /// Changes after which a socket has to be opened again.
  private static let irreversible = [
    Change("not listening") { shutdown($0, Int32(SHUT_RDWR)) == 0 },
    Change("listening on another port") { socket in
      shutdown(socket, Int32(SHUT_RDWR)) == 0 && connectToNothing(socket)
        && listen(socket, 1) == 0
    },
    Change("a locked filter", socketLevel, 44, 1),
  ]

  /// Removes the address. (AF_UNSPEC of connect(2).)
  private static func connectToNothing(_ socket: Int32) -> Bool {
    var address = sockaddr()
    let size = socklen_t(MemoryLayout<sockaddr>.size)
    return connect(socket, &address, size) == 0
  }

  /// Whether a connection to the socket is accepted there without waiting.
  private static func accepts(_ socket: Int32) throws -> Bool {
    let client = try connection(to: socket)
    defer { close(client) }
    return accepted(from: socket)
  }

  private static func accepted(from socket: Int32) -> Bool {
    var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard fcntl(socket, F_GETFL) & O_NONBLOCK != 0, poll(&polled, 1, 10_000) > 0 else {
      return false
    }
    let connection = accept(socket, nil, nil)
    return connection >= 0 && close(connection) == 0
  }

  private static func connection(to listening: Int32) throws -> Int32 {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let client = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Int32 in
        guard getsockname(listening, address, &size) == 0 else { return -1 }
        let client = socket(Int32(address.pointee.sa_family), Int32(SOCK_STREAM.rawValue), 0)
        return connect(client, address, size) == 0 ? client : -1
      }
    }
    try #require(client >= 0)
    return client
  }

  @Test("get their options back, with the connections that wait", arguments: reversible)
  private func restored(change: Change) throws {
    var sockets = ListeningSockets()
    let first = try sockets.descriptor(for: Self.tcp)
    let condition = SocketCondition(of: first.descriptor)
    let waiting = try Self.connection(to: first.descriptor)
    defer { close(waiting) }
    guard change.apply(first.descriptor) else {
      // Some systems let only root attach a filter.
      try #require(errno == EPERM && geteuid() != 0)
      print("Skipped \(change): this user may not make it")
      try Test.cancel("this user may not make it")
    }
    let second = try sockets.descriptor(for: Self.tcp)
    #expect(second == first)
    #expect(!second.isReopened)
    #expect(SocketCondition(of: second.descriptor) == condition)
    #expect(fcntl(second.descriptor, F_GETFL) & O_ASYNC == 0)
    #expect(Self.accepted(from: second.descriptor))
    #expect(try Self.accepts(second.descriptor))
    sockets.keepOnly([])
  }

  @Test("are opened again if they are damaged", arguments: irreversible)
  private func reopened(change: Change) throws {
    var sockets = ListeningSockets()
    let first = try sockets.descriptor(for: Self.tcp)
    // As a worker has it.
    let workers = dup(first.descriptor)
    defer { close(workers) }
    try #require(change.apply(workers))
    let second = try sockets.descriptor(for: Self.tcp)
    #expect(second.isReopened)
    #expect(try Self.accepts(second.descriptor))
    #expect(try sockets.descriptor(for: Self.tcp) == (second.descriptor, false))
    sockets.keepOnly([])
  }

  @Test("are opened again in the file system", arguments: [SHUT_RD, SHUT_RDWR])
  func local(how: Int) throws {
    let directory = try TemporaryDirectory()
    var sockets = ListeningSockets()
    let address = "unix:\(directory.path(of: "s"))"
    let workers = dup(try sockets.descriptor(for: address).descriptor)
    defer { close(workers) }
    #expect(sockets.newlyDamaged().map(\.description) == [])
    try #require(shutdown(workers, Int32(how)) == 0)
    #expect(sockets.newlyDamaged().map(\.description) == [address])
    #expect(sockets.newlyDamaged().map(\.description) == [])
    #expect(sockets.damaged.map(\.description) == [address])
    let second = try sockets.descriptor(for: address)
    #expect(second.isReopened && sockets.damaged == [])
    #expect(try Self.accepts(second.descriptor))
    sockets.keepOnly([])
    #expect(!directory.contains("s"))
  }

  @Test("are errors if they are inherited and damaged")
  func inherited() throws {
    var sockets = ListeningSockets()
    let socket = try #require(SocketAddress(Self.tcp)).listen()
    defer { close(socket) }
    sockets.add(socket, "web")
    try #require(fcntl(socket, F_SETFL, 0) == 0)
    #expect(try sockets.descriptor(for: "systemd:web") == (socket, false))
    #expect(try Self.accepts(socket))
    try #require(shutdown(socket, Int32(SHUT_RDWR)) == 0)
    #expect(throws: SystemError(number: EBADFD)) { try sockets.descriptor(for: "systemd:web") }
  }
}
