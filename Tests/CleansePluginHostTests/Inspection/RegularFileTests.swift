@testable import CleansePluginFiles
import CleanseTestSupport
import Glibc
import Testing

@Suite("RegularFile")
struct RegularFileTests {
  let scratch: TemporaryDirectory
  let path: String
  let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

  init() throws {
    scratch = try TemporaryDirectory()
    path = try scratch.write(bytes, to: "file.so")
  }

  private func extent(_ offset: UInt64, _ count: UInt64) throws -> FileExtent {
    try #require(FileExtent(offset: offset, count: count, within: UInt64(bytes.count)))
  }

  @Test("the bytes are the same before and after the file has been copied, wherever they are")
  func runs() throws {
    var file = try RegularFile(PluginFile(path: path))
    #expect(file.contents == nil)
    for isCopied in [false, true] {
      if isCopied { try file.copy() }
      for (offset, count) in [(0, 64), (0, 4096), (4000, 97), (19_000, 1000), (20_000, 0)] {
        let run = try file.bytes(in: extent(UInt64(offset), UInt64(count)))
        #expect(run.elementsEqual(bytes[offset...].prefix(count)))
      }
    }
    #expect(file.contents == bytes)
  }

  @Test("changes of a file after it has been copied have no effect")
  func copied() throws {
    var file = try RegularFile(PluginFile(path: path))
    try file.copy()
    try scratch.write([1, 2, 3], to: "file.so")
    #expect(try file.bytes(in: extent(10_000, 5000)).elementsEqual(bytes[10_000..<15_000]))
    #expect(file.contents == bytes)
  }

  @Test("a file that is truncated before it has been copied is cut off, and nothing worse")
  func shortened() throws {
    var file = try RegularFile(PluginFile(path: path))
    #expect(truncate(path, 10_000) == 0)
    let end = try extent(9000, 2000)
    #expect(throws: FileDefect.truncated("the file became shorter while it was read")) {
      try file.bytes(in: end)
    }
    #expect(throws: FileDefect.truncated("the file became shorter while it was read")) {
      try file.copy()
    }
  }

  @Test("a small file is in memory from the start")
  func small() throws {
    let file = try RegularFile(PluginFile(path: try scratch.write([7, 8], to: "small.so")))
    #expect(file.contents == [7, 8])
  }
}
