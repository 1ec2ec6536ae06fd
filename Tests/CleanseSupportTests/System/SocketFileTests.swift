import Glibc
import Testing

@testable import CleanseSupport

@Suite("Sockets in the file system")
struct SocketFileTests {
  @Test("are removed by the program that created them, unless another file has taken their place")
  func remove() throws {
    let folder = try Folder()
    let path = folder.path + "/s.sock"
    let address = try #require(SocketAddress("unix:\(path)"))
    #expect(SocketFile(path: path) == nil)
    let descriptor = try address.listen()
    defer { close(descriptor) }
    let own = try #require(SocketFile(path: path))
    #expect(rename(path, path + ".other") == 0)
    let another = try address.listen()
    defer { close(another) }
    own.remove()
    #expect(access(path, F_OK) == 0)
    try #require(SocketFile(path: path)).remove()
    #expect(access(path, F_OK) != 0)
  }

  @Test("listen, unlike other descriptors")
  func listening() throws {
    let folder = try Folder()
    let address = try #require(SocketAddress("unix:\(folder.path)/s.sock"))
    let descriptor = try address.listen()
    defer { close(descriptor) }
    #expect(Descriptors.isListening(descriptor))
    let client = try SocketAddress.connection(toPath: folder.path + "/s.sock", within: 1)
    defer { close(client) }
    #expect(!Descriptors.isListening(client))
    let file = open("/dev/null", O_RDONLY)
    defer { close(file) }
    #expect(!Descriptors.isListening(file))
  }
}
