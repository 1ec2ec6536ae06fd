import CleanseSupport
import FoundationEssentials
import Testing

@Suite("Names in directories")
struct DirectoryTests {
  @Test("hidden entries are listed, but not the directory itself and its parent")
  func entries() throws {
    let folder = try Folder()
    for name in ["plain", ".hidden", "..."] {
      try Data().write(to: URL(filePath: "\(folder.path)/\(name)"))
    }
    #expect(
      try Directory.entries(in: FilePath(folder.path)).sorted() == ["...", ".hidden", "plain"])
    #expect(try Directory.names(in: FilePath(folder.path)).count == 5)
  }
}
