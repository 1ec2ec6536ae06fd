@testable import CleansePluginProbing
import CleanseTestSupport
import Glibc
import Testing

@Suite("Several hosts that share a cache")
struct CacheSharingTests {
  @Test(
    "a hundred hosts killed at any moment leave a valid cache", .timeLimit(.minutes(5)))
  func killed() async throws {
    let scratch = try TemporaryDirectory()
    let path = scratch.path(of: "cache")
    var generator = SeededGenerator.announced("killed writers")
    let seeds = (0..<100).map { _ in UInt64.random(in: 0...UInt64.max, using: &generator) }
    // Four at a time, so that they interfere with each other.
    for start in stride(from: 0, to: seeds.count, by: 4) {
      await withTaskGroup(of: Void.self) { group in
        for seed in seeds[start..<start + 4] {
          group.addTask {
            await #expect(processExitsWith: .signal(SIGKILL)) {
              [path = path as String, seed = seed as UInt64] in
              try CacheWorker(directory: path, seed: seed).workUntilKilled()
            }
          }
        }
      }
    }
    let cache = try OutcomeCache(directory: path)
    let keys = (0..<CacheWorker.keys).map { "key \($0)" }
    // If none has stored an entry, the test has checked nothing.
    #expect(keys.contains { cache.payload(for: $0) != nil })
    let left = cache.folder.files().filter { $0.kind == .unfinished }
    #expect(left.count <= 100)
    print("killed writers: \(left.count) unfinished files")
    let then = time(nil) - 4000
    var times = utimbuf(actime: then, modtime: then)
    for file in left { utime("\(path)/\(file.name)", &times) }
    cache.tidy()
    #expect(cache.folder.files().allSatisfy { $0.kind == .entry })
    for key in keys {
      #expect(cache.payload(for: key).map { CacheWorker.isSound($0, for: key) } ?? true)
      #expect(cache.store([1], for: key))
      #expect(cache.payload(for: key) == [1])
    }
  }
}
