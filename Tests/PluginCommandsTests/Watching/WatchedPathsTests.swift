import CleanseTestSupport
import CleanseFindingReports
import Glibc
@testable import CleansePluginCommands
import CleanseSupervision
import Testing

@Suite("The paths that host serve watches")
struct WatchedPathsTests {
  // A file that came and went once resulted in a reload, because the directory had another time.
  @Test("have not changed if a file came and went")
  func temporaryFile() throws {
    let folder = try TemporaryDirectory()
    try folder.makeDirectory("plugins")
    let paths = [folder.path(of: "plugins")]
    let settings = try ServeCommand.settings(
      ParsedArguments(), environment: [:], ToolNames(name: "host", policyFile: "host.json"))
    let before = settings.stateOfPaths(paths)
    _ = try folder.write("text", to: "plugins/draft")
    #expect(settings.stateOfPaths(paths) != before)
    #expect(unlink(folder.path(of: "plugins/draft")) == 0)
    #expect(settings.stateOfPaths(paths) == before)
  }
}
