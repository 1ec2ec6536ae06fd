@testable import CleanseGraph
@testable import CleanseFindingReports
import CleanseTestSupport
import Glibc
import Testing

@Suite("Paths of sources")
struct SourcePathsTests {
  private let directory: TemporaryDirectory
  private let paths: SourcePaths

  init() throws {
    directory = try TemporaryDirectory(["top.c": ""])
    for name in ["Sources", "Sources/App"] {
      try #require(mkdir("\(directory.path)/\(name)", 0o755) == 0)
    }
    let file = open("\(directory.path)/Sources/App/Car.swift", O_CREAT | O_WRONLY, 0o644)
    try #require(file >= 0)
    close(file)
    paths = SourcePaths(root: directory.path)
  }

  private func path(_ path: String, _ file: String = "App/Car.swift") -> String {
    paths.path(of: SourceLocation(file: file, path: path, line: 1))
  }

  @Test("are relative to the directory if they are inside it, whether or not they exist")
  func below() {
    #expect(path("\(directory.path)/Sources/App/Gone.swift") == "Sources/App/Gone.swift")
    #expect(path("\(directory.path)/Sources//./x/../App/Car.swift") == "Sources/App/Car.swift")
  }

  @Test("of another machine are the longest suffix that is a file here")
  func end() {
    #expect(path("/build/7/checkout/Sources/App/Car.swift") == "Sources/App/Car.swift")
    #expect(path("Sources/App/Car.swift") == "Sources/App/Car.swift")
    #expect(path("top.c", "top.c") == "top.c")
    #expect(path("../lib/top.c", "top.c") == "top.c")
  }

  @Test("are the short form otherwise, also if only the file name matches")
  func short() {
    #expect(path("/build/App/Bus.swift", "App/Bus.swift") == "App/Bus.swift")
    #expect(path("/elsewhere/top.c", "top/top.c") == "top/top.c")
    #expect(path("\(directory.path)x/Sources/Car.swift") == "App/Car.swift")
    #expect(path("/build/Sources/App", "App/App") == "App/App", "a directory is no file")
    #expect(path("Lib/top.c", "Lib/top.c") == "Lib/top.c", "only the module is known")
  }

  @Test("never leave the directory, whatever a plugin passes")
  func hostile() {
    #expect(path("\(directory.path)/../../etc/passwd") == "App/Car.swift")
    #expect(path("x", "../../etc/passwd") == "etc/passwd")
    #expect(path("x", "//evil.example/x") == "evil.example/x")
    #expect(path("", "") == "unknown")
    #expect(path("x", "/../.") == "unknown")
    #expect(path("a/top\u{0}.c", "b\u{0}") == "b\u{0}")
    let long = String(repeating: "a/", count: 100_000)
    #expect(path(long, "App/Car.swift") == "App/Car.swift")
  }

  @Test("of plugin files are relative to the directory, else absolute")
  func files() {
    #expect(paths.path(ofFile: "./plugins/a.so") == "plugins/a.so")
    #expect(paths.path(ofFile: "\(directory.path)/plugins/../a.so") == "a.so")
    #expect(paths.path(ofFile: "/usr//lib/./a.so") == "/usr/lib/a.so")
    let parent = directory.path.prefix(
      upTo: directory.path.lastIndex(of: "/") ?? directory.path.endIndex)
    #expect(paths.path(ofFile: "../a.so") == "\(parent)/a.so")
    #expect(paths.path(ofFile: ".") == ".")
    #expect(SourcePaths(root: "/").path(ofFile: "a.so") == "a.so")
    #expect(SourcePaths(root: "/").directory == "/")
  }

  @Test("are URIs with special characters escaped")
  func uri() {
    #expect(URIReference.of(path: "Sources/App/Car+Color.swift") == "Sources/App/Car+Color.swift")
    #expect(URIReference.of(path: "/a b/%41#?.so") == "file:///a%20b/%2541%23%3F.so")
    #expect(URIReference.of(path: "file:x/\n") == "file%3Ax/%0A")
    #expect(
      URIReference.of(path: "ä\\\"<>[]{}|^`\u{7F}") == "%C3%A4%5C%22%3C%3E%5B%5D%7B%7D%7C%5E%60%7F")
  }
}
