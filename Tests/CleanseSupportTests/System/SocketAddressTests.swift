import Glibc
import Testing

@testable import CleanseSupport

@Suite("Addresses of sockets")
struct SocketAddressTests {
  @Test(
    "are ports of numeric addresses, paths, and names of inherited sockets",
    arguments: [
      "127.0.0.1:8080", "[::1]:0", "*:65535", "unix:/run/web.sock", "systemd:web", "0.0.0.0:1",
      "systemd:web:2",
    ])
  func valid(text: String) throws {
    #expect(try #require(SocketAddress(text)).description == text)
  }

  // One socket was opened for each spelling, the second one in vain.
  @Test(
    "are equal in each spelling",
    arguments: [
      ("127.0.0.1:00080", "127.0.0.1:80"), ("[0:0::1]:80", "[::1]:80"), ("[::]:80", "*:80"),
      ("[FE80::A]:1", "[fe80::a]:1"),
    ])
  func spelling(text: String, usual: String) {
    #expect(SocketAddress(text) == SocketAddress(usual))
    #expect(SocketAddress(text)?.description == usual)
  }

  @Test(
    "are nothing else",
    arguments: [
      "", ":", "8080", ":8080", "localhost:80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536",
      "127.0.0.1:-1", "127.0.0.1:8080x", "::1:80", "[127.0.0.1]:80", "[::1]", "1.2.3:80",
      "unix:", "unix:web.sock", "systemd:", "systemd:a:b", "systemd:a:1", "systemd:a:02",
      "systemd::2",
      "systemd:a:2:3", "*:", "*", "127.0.0.1:٣", "a\nb:1",
      "unix:/" + String(repeating: "x", count: 200), String(repeating: "1", count: 5000) + ":1",
    ])
  func invalid(text: String) {
    #expect(SocketAddress(text) == nil)
  }

  // An address with a path that is too long, or with a name, was only called none.
  @Test(
    "say what is wrong with them",
    arguments: [
      ("unix:a", "whose path is relative"), ("unix:", "whose path is relative"),
      ("unix:/" + String(repeating: "x", count: 107), "whose path has 108 bytes, more than 107"),
      ("localhost:80", "whose host is a name, and not an address in digits"),
      ("a.example:80", "whose host is a name, and not an address in digits"),
      ("localhost:port", nil), ("localhost", nil), ("1.2.3:80", nil), ("::1:80", nil), ("", nil),
      (":80", nil), ("unix:/a\n", nil), ("systemd:", nil),
    ])
  func flaws(text: String, flaw: String?) {
    #expect(SocketAddress(text) == nil)
    #expect(SocketAddress.flaw(of: text) == flaw)
  }

  @Test("can be listened at once, and again after that")
  func ports() throws {
    let first = try #require(SocketAddress("127.0.0.1:0"))
    let descriptor = try first.listen()
    #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    let taken = try #require(SocketAddress("127.0.0.1:\(UInt16(bigEndian: address.sin_port))"))
    #expect(throws: SystemError(number: EADDRINUSE)) { try taken.listen() }
    close(descriptor)
    close(try taken.listen())
  }

  @Test("of a process that accepts no connections are in use, which is found out in time")
  func full() throws {
    let folder = try Folder()
    let path = folder.path + "/s.sock"
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    try SocketAddress.withLocal(path) { address, size in
      #expect(bind(descriptor, address, size) == 0)
    }
    #expect(listen(descriptor, 0) == 0)
    let first = try SocketAddress.connection(toPath: path, within: 1)
    defer { close(first) }
    #expect(throws: SystemError(number: EAGAIN)) {
      try SocketAddress.connection(toPath: path, within: 1)
    }
    let address = try #require(SocketAddress("unix:\(path)"))
    #expect(throws: SystemError(number: EADDRINUSE)) { try address.listen() }
  }

  @Test("in the file system replace a socket that nothing listens on, but no other file")
  func paths() throws {
    let folder = try Folder()
    let path = folder.path + "/s.sock"
    let address = try #require(SocketAddress("unix:\(path)"))
    let descriptor = try address.listen()
    #expect(throws: SystemError(number: EADDRINUSE)) { try address.listen() }
    close(descriptor)
    close(try address.listen())
    unlink(path)
    close(open(path, O_CREAT | O_WRONLY, 0o600))
    #expect(throws: SystemError(number: EADDRINUSE)) { try address.listen() }
    #expect(access(path, F_OK) == 0)
    #expect(throws: SystemError(number: ENOENT)) {
      try #require(SocketAddress("systemd:web")).listen()
    }
  }
}
