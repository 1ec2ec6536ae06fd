@testable import CleanseGraph
import ElfImages
@testable import CleansePluginFiles
import CleanseTestSupport
import Glibc
import Testing

@Suite("Files that are not regular")
struct UnusualFileTests {
  let scratch: TemporaryDirectory

  init() throws {
    scratch = try TemporaryDirectory()
  }

  /// The inspection of the only entry of the scratch directory.
  private func inspection() throws -> PluginInspection {
    let files = try PluginDirectory.files(in: [scratch.path])
    #expect(files.count == 1)
    return PluginInspector(host: hostStamp).inspect(try #require(files.first))
  }

  @Test("a dangling link")
  func brokenLink() throws {
    try scratch.link("x.so", to: "nowhere")
    let inspection = try inspection()
    #expect(inspection.codes == ["plugin/broken-link"])
    expectGolden(scratch.anonymous(inspection.report), "broken-link")
  }

  @Test("a cycle of links")
  func cycle() throws {
    try scratch.link("x.so", to: "y")
    try scratch.link("y", to: "x.so")
    let inspection = try inspection()
    #expect(inspection.codes == ["plugin/broken-link"])
    expectGolden(scratch.anonymous(inspection.report), "link-cycle")
  }

  @Test("a FIFO, without waiting for its other end", .timeLimit(.minutes(1)))
  func fifo() throws {
    try scratch.makePipe("x.so")
    let inspection = try inspection()
    #expect(inspection.codes == ["plugin/not-a-regular-file"])
    expectGolden(scratch.anonymous(inspection.report), "fifo")
  }

  @Test("a directory")
  func directory() throws {
    try scratch.makeDirectory("x.so")
    let inspection = try inspection()
    #expect(inspection.codes == ["plugin/not-a-regular-file"])
    expectGolden(scratch.anonymous(inspection.report), "directory")
  }

  @Test("a device that a link leads to")
  func device() throws {
    try scratch.link("x.so", to: "/dev/zero")
    let inspection = try inspection()
    #expect(inspection.codes == ["plugin/not-a-regular-file"])
    expectGolden(scratch.anonymous(inspection.report), "device")
  }

  @Test("a socket")
  func socket() throws {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array(scratch.path(of: "x.so").utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(status == 0)
    let inspection = try inspection()
    #expect(inspection.codes == ["plugin/not-a-regular-file"])
    expectGolden(scratch.anonymous(inspection.report), "socket")
  }

  @Test(
    "a file of eight gigabytes, of which only the beginning is read", .timeLimit(.minutes(1)))
  func sparse() throws {
    for (bytes, codes) in [
      (try samplePlugin().bytes, ["plugin/too-large"]), (ElfImage().bytes, []),
      ([0], ["plugin/not-elf"]),
    ] {
      #expect(truncate(try scratch.write(bytes, to: "x.so"), 8 << 30) == 0)
      #expect(try inspection().codes == codes)
    }
  }

  @Test("a file that was removed since it was found")
  func removed() throws {
    let inspection = PluginInspector(host: hostStamp)
      .inspect(PluginFile(path: scratch.path(of: "removed.so")))
    #expect(inspection.codes == ["plugin/unreadable"])
    expectGolden(scratch.anonymous(inspection.report), "removed")
  }

  @Test("a file whose name is not valid UTF-8")
  func name() throws {
    try create([0xFF] + Array(".so".utf8))
    let inspection = try inspection()
    #expect(inspection.codes == ["plugin/unreadable"])
    expectGolden(scratch.anonymous(inspection.report), "name-not-utf8")
  }

  @Test("names that differ only in invalid UTF-8 are different files")
  func names() throws {
    try scratch.write(samplePlugin().bytes, to: "a\u{FFFD}.so")
    for byte: UInt8 in [0xFE, 0xFF] { try create([0x61, byte] + Array(".so".utf8)) }
    let files = try PluginDirectory.files(in: [scratch.path])
    #expect(Set(files).count == 3)
    let inspections = files.map(PluginInspector(host: hostStamp).inspect)
    #expect(inspections.map(\.codes) == [[], ["plugin/unreadable"], ["plugin/unreadable"]])
    #expect(
      files.map { scratch.anonymous($0.path) }
        == ["DIRECTORY/a\u{FFFD}.so", "DIRECTORY/a\\xFE.so", "DIRECTORY/a\\xFF.so"])
  }

  /// Creates an empty file whose name need not be valid UTF-8.
  private func create(_ name: [UInt8]) throws {
    let path = Array(scratch.path.utf8) + [0x2F] + name + [0]
    let descriptor = path.withUnsafeBytes { bytes in
      bytes.bindMemory(to: CChar.self).baseAddress.map { creat($0, 0o644) } ?? -1
    }
    #expect(close(descriptor) == 0)
  }

  @Test("a file whose path is too long for the system is reported with the fix to move it")
  func longPath() throws {
    let path = scratch.path + String(repeating: "/x", count: 2100) + "/y.so"
    let inspection = PluginInspector(host: hostStamp).inspect(PluginFile(path: path))
    #expect(inspection.codes == ["plugin/unreadable"])
    #expect(inspection.diagnostics.first?.fix?.contains("shorter") == true)
  }

  @Test("an unreadable file", .enabled(if: geteuid() != 0, "root may read all files"))
  func unreadable() throws {
    #expect(chmod(try scratch.write([1], to: "x.so"), 0) == 0)
    #expect(try inspection().codes == ["plugin/unreadable"])
  }
}
