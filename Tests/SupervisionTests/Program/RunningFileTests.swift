import CleanseCrypto
@testable import CleanseSupervision
import CleanseTestSupport
import CleanseSupport
import Glibc
import Testing

@Suite("A file that a process runs")
struct RunningFileTests {
  let scratch: TemporaryDirectory
  let running: RunningFile

  init() throws {
    scratch = try TemporaryDirectory()
    running = try #require(RunningFile(at: try scratch.write("first".utf8, to: "program")))
  }

  /// Replaces the file as an upgrade does.
  private func replace(with text: String) throws {
    let new = try scratch.write(text.utf8, to: "new")
    try #require(rename(new, scratch.path(of: "program")) == 0)
  }

  @Test("has its digest, and does not differ")
  func same() {
    #expect(running.digest == ContentDigest(of: "first".utf8))
    #expect(!running.differs())
  }

  @Test("keeps its digest when another file is at its path", arguments: ["other", "longer text"])
  func replaced(text: String) throws {
    try replace(with: text)
    #expect(running.differs())
    #expect(running.digest == ContentDigest(of: "first".utf8))
  }

  @Test("does not differ from a file with the same contents")
  func reinstalled() throws {
    try replace(with: "other")
    #expect(running.differs())
    try replace(with: "first")
    #expect(!running.differs())
    #expect(!running.differs())
  }

  @Test("differs if it was removed, and still has its digest")
  func removed() {
    scratch.remove("program")
    #expect(running.differs())
    #expect(running.digest == ContentDigest(of: "first".utf8))
  }

  // A link to another version was no difference, as only the file was compared that runs.
  @Test("differs if the link leads to another file by which it was started")
  func linked() throws {
    let link = scratch.path(of: "link")
    #expect(symlink("program", link) == 0)
    let running = try #require(RunningFile(at: link, installedAt: FilePath(link)))
    #expect(!running.differs())
    _ = try scratch.write("other".utf8, to: "other")
    try #require(symlink("other", link + ".new") == 0 && rename(link + ".new", link) == 0)
    #expect(running.differs())
    #expect(unlink(link) == 0)
    #expect(running.differs())
  }

  @Test("has no digest if it was overwritten, as what runs is not known then")
  func overwritten() throws {
    let descriptor = open(running.path, O_WRONLY)
    defer { close(descriptor) }
    // Another time than that of the first contents, whatever the clock of the file system.
    var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    #expect(write(descriptor, "third", 5) == 5 && futimens(descriptor, &times) == 0)
    #expect(running.differs())
    #expect(running.digest == nil)
  }

  @Test("that is missing, or a directory, is none")
  func missing() {
    #expect(RunningFile(at: scratch.path(of: "missing")) == nil)
    #expect(RunningFile(at: scratch.path) == nil)
  }

  @Test("of this process is its program")
  func program() {
    let program = RunningProgram()
    #expect(program.program?.differs() == false)
    #expect(program.program?.digest != nil)
  }
}
