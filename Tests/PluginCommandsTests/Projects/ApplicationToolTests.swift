@testable import CleansePluginCommands
import CleanseSupport
import CleanseTestSupport
import Glibc
import Testing

@Suite("An application with the commands of host")
struct ApplicationToolTests {
  @Test(
    "is found by a source that imports them",
    arguments: [
      ("Sources/Shop/Main.swift", "import CleansePluginCommands\n", true),
      (
        "Sources/Shop/Tool/Tool.swift", "// A tool\n@preconcurrency import CleansePluginCommands",
        true
      ),
      ("Sources/Shop/Main.swift", "import CleansePluginHost\n", false),
      ("Sources/Shop/Main.swift", "// import CleansePluginCommands\n", false),
      ("Sources/Shop/Main.swift", "import CleansePluginCommandsOfMine\n", false),
      ("Sources/Shop/Main.swift", "", false),
      ("Sources/Shop/.#Main.swift", "import CleansePluginCommands\n", false),
      ("Tests/ShopTests/Main.swift", "import CleansePluginCommands\n", false),
    ])
  func sources(path: String, text: String, isFound: Bool) throws {
    let folder = try TemporaryDirectory()
    try folder.write(text, to: path)
    let tool = ApplicationTool(in: FilePath(folder.path))
    #expect((tool?.source == FilePath(path)) == isFound)
  }

  @Test("is not looked for in what is no file, nor without end", .timeLimit(.minutes(1)))
  func oddities() throws {
    let folder = try TemporaryDirectory()
    #expect(ApplicationTool(in: FilePath(folder.path)) == nil)
    try folder.write("import CleansePluginHost\n", to: "Sources/A/Main.swift")
    try #require(mkfifo(folder.path(of: "Sources/A/fifo.swift"), 0o600) == 0)
    try #require(symlink(".", folder.path(of: "Sources/A/loop")) == 0)
    try #require(symlink("/nowhere", folder.path(of: "Sources/A/gone.swift")) == 0)
    #expect(ApplicationTool(in: FilePath(folder.path)) == nil)
  }
}
