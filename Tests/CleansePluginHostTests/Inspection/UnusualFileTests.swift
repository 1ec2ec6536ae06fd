import Cleanse
import CleansePluginHost
import Glibc
import Testing

@Suite("files that are no files")
struct UnusualFileTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// The only entry of the scratch folder, inspected.
  private func inspection() throws -> PluginInspection {
    let files = try PluginDirectory.files(in: [scratch.path])
    #expect(files.count == 1)
    return PluginInspector(host: hostStamp).inspect(try #require(files.first))
  }

  @Test("a link to nothing")
  func brokenLink() throws {
    try scratch.link("x.so", to: "nowhere")
    let inspection = try inspection()
    #expect(inspection.codes == ["plugin/broken-link"])
    expectGolden(scratch.anonymous(inspection.report), "broken-link")
  }

  @Test("links in a ring")
  func ring() throws {
    try scratch.link("x.so", to: "y")
    try scratch.link("y", to: "x.so")
    let inspection = try inspection()
    #expect(inspection.codes == ["plugin/broken-link"])
    expectGolden(scratch.anonymous(inspection.report), "link-ring")
  }

  @Test("a FIFO, without waiting for its other end", .timeLimit(.minutes(1)))
  func fifo() throws {
    try scratch.fifo("x.so")
    let inspection = try inspection()
    #expect(inspection.codes == ["plugin/not-a-regular-file"])
    expectGolden(scratch.anonymous(inspection.report), "fifo")
  }

  @Test("a directory")
  func directory() throws {
    try scratch.directory("x.so")
    let inspection = try inspection()
    #expect(inspection.codes == ["plugin/not-a-regular-file"])
    expectGolden(scratch.anonymous(inspection.report), "directory")
  }

  @Test("a device behind a link")
  func device() throws {
    try scratch.link("x.so", to: "/dev/zero")
    let inspection = try inspection()
    #expect(inspection.codes == ["plugin/not-a-regular-file"])
    expectGolden(scratch.anonymous(inspection.report), "device")
  }

  @Test("a file that has gone since it was found")
  func gone() throws {
    let inspection = PluginInspector(host: hostStamp)
      .inspect(PluginFile(path: scratch.path("gone.so")))
    #expect(inspection.codes == ["plugin/unreadable"])
    expectGolden(scratch.anonymous(inspection.report), "gone")
  }

  @Test("a file whose name is not valid UTF-8")
  func name() throws {
    let name = Array(scratch.path.utf8) + [0x2F, 0xFF] + Array(".so\0".utf8)
    let descriptor = name.withUnsafeBytes { bytes in
      bytes.bindMemory(to: CChar.self).baseAddress.map { creat($0, 0o644) } ?? -1
    }
    #expect(close(descriptor) == 0)
    let inspection = try inspection()
    #expect(inspection.codes == ["plugin/unreadable"])
    expectGolden(scratch.anonymous(inspection.report), "name-not-utf8")
  }

  @Test("a file that may not be read", .enabled(if: geteuid() != 0, "root may read all files"))
  func unreadable() throws {
    #expect(chmod(try scratch.write("x.so", [1]), 0) == 0)
    #expect(try inspection().codes == ["plugin/unreadable"])
  }
}
