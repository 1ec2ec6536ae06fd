import Testing

@testable import CleansePluginCommands

@Suite("The directory of a new project")
struct ProjectDirectoryTests {
  // A slash was not found before a combining mark.
  @Test(
    "is in those before its last name, split as bytes",
    arguments: [
      ("hello", []), ("", []), ("/hello", []), ("a/b/hello", ["a", "a/b"]),
      ("/a//b/hello/", ["/a", "/a/b"]), ("a/\u{301}b/hello", ["a", "a/\u{301}b"]),
      ("/\u{301}b/hello", ["/\u{301}b"]),
    ] as [(String, [String])])
  func ancestors(path: String, expected: [String]) {
    #expect(
      NewProject.ancestors(of: path).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
  }
}
