import CleansePluginHost
import CleanseTestSupport
import Glibc
@testable import CleansePluginCommands
@testable import CleanseSupervision
import Testing
import CleanseProcesses

@Suite("The watch of paths")
struct PathWatchTests {
  private let folder: TemporaryDirectory
  private let quietTime: UInt64 = 20_000_000

  init() throws {
    folder = try TemporaryDirectory()
    try folder.makeDirectory("plugins")
  }

  private func watch(
    _ paths: String..., remote: String? = nil
  ) -> PathWatch {
    let watch = PathWatch(quietTime: quietTime, remoteFileSystem: { _ in remote }) {
      WatchedPaths($0).digest
    }
    let absolute = paths.map(folder.path(of:))
    watch.watch(absolute, in: WatchedPaths(absolute).digest, now: Clock.nanoseconds())
    return watch
  }

  /// Waits for a change.
  ///
  /// - Returns: Whether there was one within a time that no change needs.
  private func change(_ watch: PathWatch) -> Bool {
    let end = Clock.nanoseconds() + 20_000_000_000
    while Clock.nanoseconds() < end {
      if watch.hasChanged(now: Clock.nanoseconds()) { return true }
      usleep(1000)
    }
    return false
  }

  /// Takes the comparison that follows the beginning of a watch.
  private func settle(_ watch: PathWatch) {
    while watch.due != nil, watch.pollingReason == nil {
      #expect(!watch.hasChanged(now: Clock.nanoseconds()))
    }
  }

  @Test("reports files that are added, changed, replaced and removed")
  func changes() throws {
    let watch = watch("plugins", "host.json")
    settle(watch)
    #expect(watch.pollingReason == nil)
    try folder.write("1", to: "plugins/a.so")
    #expect(change(watch))
    try folder.write("22", to: "plugins/a.so")
    #expect(change(watch))
    try folder.write("33", to: "plugins/.new")
    #expect(unsafe rename(folder.path(of: "plugins/.new"), folder.path(of: "plugins/a.so")) == 0)
    #expect(change(watch))
    folder.remove("plugins/a.so")
    #expect(change(watch))
    // It did not exist.
    try folder.write("{}", to: "host.json")
    #expect(change(watch))
  }

  @Test("goes on when a directory is removed and made again")
  func removal() throws {
    let watch = watch("plugins")
    settle(watch)
    folder.remove("plugins")
    #expect(change(watch))
    try folder.makeDirectory("plugins")
    #expect(change(watch))
    try folder.write("1", to: "plugins/a.so")
    #expect(change(watch))
  }

  @Test("compares once after thousands of events")
  func flood() throws {
    let watch = watch("plugins")
    settle(watch)
    for index in 0..<5000 {
      let name = "plugins/\(index % 50)"
      try folder.write("\(index)", to: name)
    }
    #expect(change(watch))
    settle(watch)
  }

  @Test("a file that is not watched is no change")
  func neighbour() throws {
    let watch = watch("host.json")
    settle(watch)
    try folder.write("x", to: "other")
    let end = Clock.nanoseconds() + 10 * quietTime
    while Clock.nanoseconds() < end { #expect(!watch.hasChanged(now: Clock.nanoseconds())) }
  }

  @Test("on a file system without events, states are compared every second")
  func polling() throws {
    let watch = watch("plugins", remote: "NFS")
    #expect(watch.pollingReason?.contains("is on NFS, which other machines can change") == true)
    _ = watch.hasChanged(now: Clock.nanoseconds() + 10_000_000_000)
    let due = try #require(watch.due)
    #expect(!watch.hasChanged(now: due - 1))
    try folder.write("1", to: "plugins/a.so")
    // Whether or not there was an event, which delays the comparison.
    #expect(watch.hasChanged(now: due) || watch.hasChanged(now: due + 20_000_000_000))
    #expect(watch.due != nil)
  }

  @Test("network file systems are known by their numbers, and local ones have events")
  func fileSystems() {
    #expect(RemoteFileSystem.name(ofType: 0x6969) == "NFS")
    #expect(RemoteFileSystem.name(ofType: 0xFF53_4D42) == "CIFS")
    #expect(RemoteFileSystem.name(ofType: 0xEF53) == nil)
    #expect(RemoteFileSystem.name(of: "/proc") == nil)
    #expect(RemoteFileSystem.name(of: "/no/such/path") == nil)
  }

  /// A plugin whose worker reported a wrong state each time had workers started without end.
  @Test("reports at most eight changes in a minute, whatever state it is given")
  func forged() throws {
    let watch = PathWatch(quietTime: quietTime, remoteFileSystem: { _ in nil }) { _ in "true" }
    let begin = Clock.nanoseconds()
    var times: [UInt64] = []
    for _ in 0..<20 {
      watch.watch([folder.path], in: "forged", now: times.last ?? begin)
      let due = try #require(watch.due)
      #expect(!watch.hasChanged(now: due - 1))
      #expect(watch.hasChanged(now: due))
      times.append(due)
    }
    #expect(times[7] - begin < 1_000_000_000)
    for (early, late) in zip(times, times.dropFirst(8)) {
      #expect(late - early >= 60_000_000_000)
    }
  }
}
