@testable import CleansePluginProbing
import CleanseSupport
import CleanseTestSupport
import Testing

@Suite("The directory of probe processes")
struct PrivateDirectoryTests {
  private let parent: TemporaryDirectory
  private var directory: PrivateDirectory

  init() throws {
    parent = try TemporaryDirectory()
    directory = PrivateDirectory(in: FilePath(parent.path))
  }

  /// The name of the directory in its parent.
  private mutating func name() throws -> String {
    let path = directory.path()
    return try #require(path).name.text
  }

  @Test("is the same for one process after another as long as nothing is left in it")
  mutating func unchanged() throws {
    let first = try name()
    try parent.write("", to: "\(first)/file")
    parent.remove("\(first)/file")
    directory.clear()
    let second = try name()
    #expect(second == first)
    #expect(parent.contains(first))
  }

  @Test("is another one after something was left in it, or it was opened to other users")
  mutating func changed() throws {
    let first = try name()
    try parent.write("", to: "\(first)/folder/file")
    directory.clear()
    #expect(!parent.contains(first))
    let second = try name()
    #expect(chmod(parent.path(of: second), 0o755) == 0)
    directory.clear()
    #expect(!parent.contains(second))
    let third = try name()
    #expect(parent.contains(third))
  }

  @Test("is removed with everything in it")
  mutating func removed() throws {
    let name = try name()
    try parent.write("", to: "\(name)/folder/file")
    directory.remove()
    #expect(!parent.contains(name))
  }

  @Test("is missing where it can't be created")
  func missing() {
    for folder in [nil, FilePath(parent.path(of: "missing"))] {
      var directory = PrivateDirectory(in: folder)
      let path = directory.path()
      #expect(path == nil)
      directory.clear()
      directory.remove()
    }
  }
}
