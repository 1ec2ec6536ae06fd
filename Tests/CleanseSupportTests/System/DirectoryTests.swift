import CleanseSupport
import FoundationEssentials
import Glibc
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

  /// Creates directories in one another, with a file in the last, and returns to the working directory.
  private static func nest(_ count: Int, in path: String) -> Bool {
    guard var directory = Optional(open(path, O_RDONLY | O_DIRECTORY)) else { return false }
    for _ in 0..<count {
      guard mkdirat(directory, "nested", 0o700) == 0 else { return false }
      let next = openat(directory, "nested", O_RDONLY | O_DIRECTORY)
      close(directory)
      directory = next
    }
    defer { close(directory) }
    return close(openat(directory, "file", O_CREAT | O_WRONLY, 0o600)) == 0
  }

  // They were left: the path of the last is too long for a system call.
  @Test("directories that are deeper than a path can be are removed, and links are not followed")
  func depth() throws {
    let folder = try Folder()
    for name in ["outside", "removed"] {
      try #require(mkdir("\(folder.path)/\(name)", 0o700) == 0)
    }
    try Data().write(to: URL(filePath: "\(folder.path)/outside/kept"))
    try #require(symlink("../outside", "\(folder.path)/removed/link") == 0)
    try #require(Self.nest(2000, in: "\(folder.path)/removed"))
    try Directory.removeTree(at: FilePath("\(folder.path)/removed"))
    #expect(folder.names == ["outside"])
    #expect(try Directory.entries(in: FilePath("\(folder.path)/outside")) == ["kept"])
  }

  // They were left with all that was in them, except by root.
  @Test("directories without permissions are removed")
  func permissions() async throws {
    await #expect(processExitsWith: .success) {
      if getuid() == 0, setgid(65534) != 0 || setuid(65534) != 0 { exit(2) }
      let folder = try Folder()
      let removed = "\(folder.path)/removed"
      for (name, mode) in [("", 0o700), ("/a", 0o700), ("/a/b", 0o700), ("/empty", 0)] {
        guard mkdir(removed + name, mode_t(mode)) == 0 else { exit(3) }
      }
      try Data([1]).write(to: URL(filePath: "\(removed)/a/b/file"))
      for (name, mode) in [("/a/b", 0o300), ("/a", 0)] { chmod(removed + name, mode_t(mode)) }
      try Directory.removeTree(at: FilePath(removed))
      exit(folder.names.isEmpty ? 0 : 1)
    }
  }
}
