import CleanseTestSupport
import Testing
import plugin_manifest

@Suite("Where the sources of a plugin lie")
struct PluginSourcesTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func paths(_ files: [String]) -> [String: String] {
    PluginSources(files.map { "Words=\(directory.path(of: $0))" }).paths
  }

  @Test(
    "is relative to the package, and files below the directory of the module have paths of their own"
  )
  func package() throws {
    try directory.write("", to: "plugins/words/Package.swift")
    let folder = "plugins/words/Sources/Words"
    #expect(
      paths(["\(folder)/Deep/er/Count.swift", "\(folder)/Words.swift", "\(folder)/More.swift"]) == [
        "Words": "Sources/Words", "Words/Count.swift": "Sources/Words/Deep/er/Count.swift",
      ])
  }

  @Test("is relative to the repository, also if the package is a part of it")
  func repository() throws {
    try directory.makeDirectory("a/.git")
    try directory.write("", to: "a/plugins/words/Package.swift")
    #expect(paths(["a/plugins/words/Words.swift"]) == ["Words": "plugins/words"])
    #expect(paths(["a/Words.swift"]) == ["Words": "."])
    // A worktree has a file of that name.
    try directory.write("gitdir: ../a/.git", to: "b/.git")
    #expect(paths(["b/Sources/Words.swift"]) == ["Words": "Sources"])
  }

  @Test("is without a path of the machine elsewhere, and what is no source is ignored")
  func elsewhere() {
    #expect(paths(["none/Words.swift"]) == ["Words": "."])
    #expect(PluginSources(["Words", "", "=", "Words=/W.swift"]).paths == ["Words": "."])
    #expect(PluginSources([]).paths.isEmpty)
  }
}
