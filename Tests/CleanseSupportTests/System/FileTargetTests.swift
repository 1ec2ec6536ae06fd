import CleanseSupport
import Glibc
import Testing

@Suite("Targets of paths to write")
struct FileTargetTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private func write(_ text: String, to path: String) throws {
    try FileTarget(path).write(Array(text.utf8))
  }

  private func kind(of path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  // The message said that there was no directory `.`.
  @Test("an empty path is not found")
  func empty() {
    #expect(throws: FileTargetError(path: "", reason: .system(SystemError(number: ENOENT)))) {
      try FileTarget("")
    }
    #expect(
      FileTargetError(path: "", reason: .system(.missing)).description
        == "can't write to an empty path")
  }

  @Test("an existing file is replaced")
  func file() throws {
    for text in ["first", "second"] {
      try write(text, to: path("a"))
      #expect(folder.contents(of: "a") == text)
      #expect(folder.names == ["a"])
    }
  }

  @Test("the target of a symbolic link is replaced, not the link")
  func link() throws {
    try write("first", to: path("a"))
    try #require(symlink("a", path("link")) == 0)
    try write("second", to: path("link"))
    #expect(folder.contents(of: "a") == "second")
    #expect(kind(of: path("link")) == S_IFLNK)
    #expect(try FileTarget(path("link")) == FileTarget(path("a")))
  }

  // A plugin could lead the host's output out of the directory that it may write to.
  @Test("a link that takes the place of the file or of its directory is not followed")
  func replaced() throws {
    for name in ["inside", "outside"] { try #require(mkdir(path(name), 0o700) == 0) }
    try write("untouched", to: path("outside/a"))
    let target = try FileTarget(path("inside/a"))
    try #require(symlink("../outside/a", path("inside/a")) == 0)
    try target.write(Array("first".utf8))
    #expect(kind(of: path("inside/a")) == S_IFREG)
    try #require(rename(path("inside"), path("moved")) == 0)
    try #require(symlink("outside", path("inside")) == 0)
    #expect(throws: SystemError(number: ELOOP)) { try target.write(Array("second".utf8)) }
    #expect(folder.contents(of: "outside/a") == "untouched")
  }

  @Test("pipes and devices are written to, not replaced")
  func streams() throws {
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    try write("x", to: path("pipe"))
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 1 && byte == UInt8(ascii: "x"))
    #expect(kind(of: path("pipe")) == S_IFIFO)
    try #require(symlink("/dev/full", path("full")) == 0)
    for path in ["/dev/full", path("full")] {
      #expect(throws: SystemError(number: ENOSPC)) { try write("x", to: path) }
    }
    #expect(kind(of: "/dev/full") == S_IFCHR && kind(of: path("full")) == S_IFLNK)
    #expect(folder.names == ["full", "pipe"])
  }

  @Test("files in /dev/shm are regular files")
  func sharedMemory() throws {
    let path = "/dev/shm/cleanse-\(UInt64.random(in: 0...UInt64.max))"
    defer { unlink(path) }
    try write("x", to: path)
    #expect(kind(of: path) == S_IFREG)
  }
}
