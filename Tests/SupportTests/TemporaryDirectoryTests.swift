import CleanseTestSupport
import Glibc
import Testing

@Suite("A temporary directory")
struct TemporaryDirectoryTests {
  @Test("contains its initial files and those written later, and is removed with them")
  func lifetime() throws {
    var directory: TemporaryDirectory? = try TemporaryDirectory(["a": "1", "b/c": "2"])
    let path = try #require(directory).path
    #expect(path.hasPrefix(TemporaryDirectory.prefix))
    try directory?.write([0xFF], to: "d/e/f")
    try directory?.link("out", to: "/")
    try directory?.makePipe("pipe")
    #expect(try directory?.text(of: "b/c") == "2")
    #expect(try directory?.bytes(of: "d/e/f") == [0xFF])
    directory?.remove("d")
    #expect(directory?.contains("d") == false)
    #expect(directory?.contains("a") == true)
    directory = nil
    #expect(access(path, F_OK) != 0)
  }

  @Test("throws an error that names the file if it can't be written")
  func refusal() throws {
    let directory = try TemporaryDirectory(["a": ""])
    let error = #expect(throws: FailedCall.self) { try directory.write("", to: "a/b") }
    #expect(error?.description == "write \(directory.path(of: "a/b")): Not a directory")
  }
}
