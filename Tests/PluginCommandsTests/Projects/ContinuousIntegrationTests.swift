@testable import CleansePluginCommands
import CleanseTestSupport
import Glibc
import Testing

@Suite("The kind of CI job")
struct ContinuousIntegrationTests {
  @Test(
    "is found out from the repository",
    arguments: [
      ([], "", .make), ([".github/x"], "", .github), ([".gitlab-ci.yml"], "", .gitlab),
      ([], "url = git@gitlab.example.org:a/b.git", .gitlab),
      ([], "url = git@github.example.org:a/b.git", .github),
      ([".gitlab-ci.yml"], "github", .gitlab), ([".github/x", ".gitlab-ci.yml"], "", .github),
    ] as [([String], String, ContinuousIntegration)])
  func detection(files: [String], git: String, expected: ContinuousIntegration) throws {
    let folder = try TemporaryDirectory()
    for path in files { try folder.write("", to: path) }
    try folder.write(git, to: ".git/config")
    #expect(ContinuousIntegration(of: folder.path) == expected)
  }

  // A FIFO in place of the configuration was opened and waited for a writer without end.
  @Test("a configuration that is no regular file is not opened", .timeLimit(.minutes(1)))
  func fifo() throws {
    let folder = try TemporaryDirectory()
    try folder.write("", to: ".git/HEAD")
    try #require(mkfifo("\(folder.path)/.git/config", 0o600) == 0)
    #expect(ContinuousIntegration(of: folder.path) == .make)
  }
}
