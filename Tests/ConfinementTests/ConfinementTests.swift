import CCleanseConfinement
import CleanseSupport
import CleanseTestSupport
import Testing

@testable import CleanseConfinement

@Suite("A confinement")
struct ConfinementTests {
  private func kernel(landlock version: Int, filters: Bool = true) -> KernelConfinement {
    KernelConfinement(
      landlockVersion: version, filtersSystemCalls: filters, announcesRefusals: filters)
  }

  @Test("says what the kernel can't enforce of it")
  func gaps() {
    let confinement = Confinement(readable: ["/usr"])
    var connecting = confinement
    connecting.connectPorts = [443]
    #expect(confinement.gaps(on: kernel(landlock: 1)) == [])
    #expect(confinement.gaps(on: kernel(landlock: 0)) == [.files])
    #expect(confinement.gaps(on: kernel(landlock: 7, filters: false)) == [.systemCalls])
    #expect(connecting.gaps(on: kernel(landlock: 3)) == [.ports])
    #expect(connecting.gaps(on: kernel(landlock: 4)) == [])
    var silent = kernel(landlock: 7)
    silent.announcesRefusals = false
    #expect(confinement.gaps(on: silent) == [.processes])
    #expect(Set(ConfinementGap.allCases.map(\.description)).count == ConfinementGap.allCases.count)
  }

  @Test("is not prepared with a path that the system would cut")
  func unopenable() {
    let path = FilePath(bytes: Array("/usr\0/x".utf8))
    let error = #expect(throws: ConfinementError.self) {
      _ = try Confinement(readable: [path]).prepared(on: kernel(landlock: 1))
    }
    #expect(error?.code == .unopenable(path))
  }

  @Test(
    "is prepared although a file is missing",
    .enabled(if: KernelConfinement.current.landlockVersion > 0))
  func missing() throws {
    _ = try Confinement(readable: ["/nonexistent", "/dev/null/x"], writable: ["/nonexistent"])
      .prepared(on: kernel(landlock: 1))
  }

  /// A confined process could name a path on a server that does not answer, and so stop the recorder.
  @Test(
    "asks no file system for the paths of refusals",
    .enabled(if: KernelConfinement.current.landlockVersion > 0))
  func cached() throws {
    let directory = try TemporaryDirectory()
    let known = unsafe cconfinement_open_cached("/")
    #expect(known >= 0)
    close(known)
    let unknown = unsafe cconfinement_open_cached(directory.path(of: "unknown"))
    let error = errno
    #expect(unknown == -1)
    #expect(error == EAGAIN)
  }

  @Test("does not confine one of several threads")
  func threads() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let reader = ends[0]
    let thread = try #require(
      SystemThread.start {
        var byte: UInt8 = 0
        _ = read(reader, &byte, 1)
      })
    let prepared = try Confinement().prepared()
    let error = #expect(throws: ConfinementError.self) { _ = try prepared.enforce() }
    #expect(error?.code == .severalThreads)
    #expect(SystemPath.text(of: "/proc/self/status").contains("NoNewPrivs:\t0"))
    close(ends[1])
    thread.join()
    close(reader)
  }
}
