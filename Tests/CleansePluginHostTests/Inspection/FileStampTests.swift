import CleanseCrypto
import ElfImages
@testable import CleansePluginFiles
import CleanseTestSupport
import Glibc
import Testing

@Suite("FileStamp")
struct FileStampTests {
  let scratch: TemporaryDirectory
  let path: String

  init() throws {
    scratch = try TemporaryDirectory()
    path = try scratch.write(try samplePlugin().bytes, to: "plugin.so")
  }

  @Test("a file that is not changed keeps its stamp, which the inspection has")
  func steady() throws {
    let inspection = PluginInspector(host: hostStamp).inspect(PluginFile(path: path))
    let stamp = try #require(inspection.fileStamp)
    #expect(stamp == FileStamp(path: path))
    #expect(stamp.size == UInt64(try #require(readFile(path)).count))
    let link = try scratch.link("link.so", to: "plugin.so")
    #expect(stamp == FileStamp(path: link))
  }

  @Test("a stamp is settled some seconds after the change, and not if the clock was set back")
  func settled() throws {
    let stamp = try #require(FileStamp(path: path))
    let second: Int64 = 1_000_000_000
    #expect(!stamp.isSettled(at: stamp.changed))
    #expect(!stamp.isSettled(at: stamp.changed + 3 * second))
    #expect(stamp.isSettled(at: stamp.changed + 3 * second + 1))
    #expect(!stamp.isSettled(at: stamp.changed - 100 * second))
    #expect(!stamp.isSettled(at: .min))
  }

  @Test("the digest of a settled file can be left out, and is read later if the file is the same")
  func digest() throws {
    let (file, digest) = (PluginFile(path: path), ContentDigest(of: try samplePlugin().bytes))
    func inspect(after seconds: Int64, needsDigests: Bool = false) throws -> PluginInspection {
      let changed = try #require(FileStamp(path: path)).changed
      return PluginInspector(host: hostStamp, needsDigests: needsDigests, process: .current)
        .inspect(file, at: changed + seconds * 1_000_000_000)
    }
    let (fresh, settled) = (try inspect(after: 1), try inspect(after: 4))
    let locked = try inspect(after: 4, needsDigests: true)
    #expect([fresh, settled, locked].map(\.knownDigest) == [digest, nil, digest])
    #expect([fresh, settled, locked].allSatisfy { $0.digest == digest })
    #expect(settled.isUsable)
    try scratch.write("", to: "plugin.so")
    #expect([fresh, settled, locked].map(\.digest) == [digest, nil, digest])
  }

  @Test("the text of a stamp, which is in keys of the cache, has all of its numbers")
  func text() throws {
    let stamp = try #require(FileStamp(path: path))
    let numbers = [stamp.device, stamp.inode, stamp.size].map(String.init)
    let times = [stamp.modified, stamp.changed].map(String.init)
    #expect(stamp.description.split(separator: " ").map(String.init) == numbers + times)
  }

  @Test("a file that replaces another one has another stamp")
  func replaced() throws {
    let before = FileStamp(path: path)
    let other = try scratch.write(try samplePlugin().bytes, to: "other")
    #expect(rename(other, path) == 0)
    #expect(FileStamp(path: path) != before)
  }

  @Test("a file that is written to has another stamp, whatever its time is set to")
  func overwritten() throws {
    // A time long ago, so that the test need not wait for the system's clock to advance.
    #expect(setTime(of: path, seconds: 1_000_000) == 0)
    let before = try #require(FileStamp(path: path))
    #expect(before.modified == 1_000_000_000_000_000)
    try scratch.write(try samplePlugin().bytes, to: "plugin.so")
    #expect(FileStamp(path: path)?.modified != before.modified)
    while let now = FileStamp(path: path), now.changed == before.changed {
      #expect(chmod(path, 0o644) == 0)
    }
    #expect(setTime(of: path, seconds: 1_000_000) == 0)
    #expect(FileStamp(path: path)?.modified == before.modified)
    #expect(FileStamp(path: path) != before)
  }

  @Test("only regular files have a stamp")
  func others() throws {
    #expect(FileStamp(path: scratch.path) == nil)
    #expect(FileStamp(path: try scratch.makePipe("fifo")) == nil)
    #expect(FileStamp(path: scratch.path(of: "nowhere")) == nil)
    #expect(FileStamp(path: path + "\0") == nil)
  }

  @Test("rejected files and libraries without a plugin have a stamp, unreadable files have none")
  func inspections() throws {
    #expect(try inspect([], in: scratch).fileStamp != nil)
    #expect(try inspect(ElfImage().bytes, in: scratch).fileStamp != nil)
    let file = PluginFile(path: scratch.path(of: "nowhere.so"))
    #expect(PluginInspector(host: hostStamp).inspect(file).fileStamp == nil)
  }

  private func setTime(of path: String, seconds: Int) -> Int32 {
    let times = [timespec](repeating: timespec(tv_sec: seconds, tv_nsec: 0), count: 2)
    return utimensat(AT_FDCWD, path, times, 0)
  }
}
