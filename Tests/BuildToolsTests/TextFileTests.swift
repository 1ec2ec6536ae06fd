import CleanseBuildTools
import CleanseTestSupport
import Glibc
import Testing

/// Tests of files that tools write.
struct TextFileTests {
  // SwiftPM compiled the file, and linked the framework, after each change of package in a scratch directory.
  @Test("a file that has the text already is not written")
  func unchanged() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "Generated.swift")
    try TextFile.write("let a = 1\n", to: path)
    // Keeps the file, so that no other one gets its number.
    try #require(link(path, directory.path(of: "first")) == 0)
    let first = try number(of: path)
    try TextFile.write("let a = 1\n", to: path)
    #expect(try number(of: path) == first)
    try TextFile.write("let a = 2\n", to: path)
    #expect(try number(of: path) != first)
    #expect(try directory.text(of: "Generated.swift") == "let a = 2\n")
  }

  private func number(of path: String) throws -> UInt {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return UInt(status.st_ino)
  }
}
