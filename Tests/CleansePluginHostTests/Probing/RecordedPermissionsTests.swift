import CleanseConfinement
import CleansePluginHost
import CleanseSupport
import CleanseTestSupport
import Testing

@testable import CleansePluginProbing

@Suite("Recorded permissions")
struct RecordedPermissionsTests {
  private func recorded(_ accesses: [Access]) -> RecordedPermissions {
    var recorded = RecordedPermissions(
      beyond: Confinement(readable: ["/usr"], writable: ["/dev/null"]))
    for access in accesses { recorded.add(access) }
    return recorded
  }

  @Test("leave out what any process may do, and what is in other paths")
  func notable() throws {
    let recorded = recorded([
      .reading("/usr/share/dict/words"), .reading("/proc/12/maps"), .writing("/dev/null"),
      .reading("/srv/words/a"), .writing("/srv/words"), .reading("/opt/x"), .resolvingNames,
      .connecting(port: 443), .binding(port: 0), .executing("/usr/bin/true"),
    ])
    var access = try SystemAccess(reading: ["/opt/x"], writing: ["/srv/words"])
    (access.connectPorts, access.bindPorts, access.resolvesNames) = ([443], [0], true)
    #expect(recorded.permissions == (try Permissions(access, executing: ["/usr/bin/true"])))
  }

  @Test("have no more paths than a policy file may have, and never everything")
  func merged() {
    let many = (0..<1000).map { Access.reading(FilePath("/data/\($0 % 50)/\($0)/file")) }
    let permissions = recorded(many).permissions
    #expect(permissions.access.readable == Set((0..<50).map { FilePath("/data/\($0)") }))
    let flat = recorded((0..<65).map { .reading(FilePath("/\($0)")) }).permissions
    #expect(flat.access.readable.count == 65)
  }

  // A path below a writable one is refused, so that the recorded file could not be used.
  @Test("have no program below what was written, and report that")
  func replaceable() {
    let recorded = recorded([.writing("/srv/words"), .executing("/srv/words/tool")])
    #expect(recorded.permissions.executable.isEmpty)
    #expect(recorded.permissions.replaceablePath == nil)
    #expect(recorded.others == ["execute `/srv/words/tool`, which they may also write"])
  }

  // Nothing warned that a plugin could replace the plugins and the settings.
  @Test("name the paths to write that have something below them which decides what runs")
  func exposing() {
    let all = recorded([.writing("/srv/words"), .writing("/")])
    #expect(all.exposing.map { "\($0.path) \($0.file)" } == ["/ /usr"])
    #expect(recorded([.writing("/srv/words")]).exposing.isEmpty)
  }

  @Test("report a socket for TCP only if no port was used, which allows it")
  func streams() {
    let opening = Access.openingStream(.socket(family: AF_INET, type: 1))
    #expect(
      recorded([opening]).others == ["open an IPv4 socket that they neither connect nor bind"])
    #expect(recorded([opening, .connecting(port: 443)]).others == [])
    var all = recorded([opening])
    all.formUnion(recorded([.binding(port: 0)]))
    #expect(all.others == [])
  }

  @Test("have the deepest directory that exists for a file to write that does not, but never all")
  func existing() throws {
    let directory = try TemporaryDirectory()
    let path = FilePath(directory.path)
    // A directory that no other program has made, as a user's home that should not exist can be.
    let gone = FilePath("/cleanse-\(UInt64.random(in: 0...UInt64.max))")
    let (file, other) = (gone.appending("file"), gone.appending("other"))
    let recorded = recorded([
      .writing(path.appending("gone").appending("file")), .writing(file), .reading(other),
    ]).withExistingPaths.permissions.access
    #expect(Set(recorded.writable) == [path, file])
    #expect(recorded.readable == [other])
  }

  @Test("of several processes are those of all")
  func union() throws {
    var all = recorded([.reading("/a"), .other(.call("chmod"))])
    all.formUnion(recorded([.writing("/b"), .connecting(port: 1)]))
    var access = try SystemAccess(reading: ["/a"], writing: ["/b"])
    access.connectPorts = [1]
    #expect(all.permissions == Permissions(access))
    #expect(all.others == ["make the system call `chmod`"])
  }
}
