@testable import CleansePluginProbing
import CleanseTestSupport
import Dispatch
import Glibc

/// A process that reads and writes until it is killed.
struct CacheWorker {
  static let keys = 40
  private let cache: OutcomeCache
  private var generator: SeededGenerator

  init(directory: String, seed: UInt64) throws {
    cache = try OutcomeCache(
      directory: directory, limits: CacheLimits(entries: 30, bytes: 1 << 20, entryBytes: 1 << 20))
    generator = SeededGenerator(seed: seed)
  }

  /// Whether the payload is one that a worker has stored for the key.
  static func isSound(_ payload: [UInt8], for key: String) -> Bool {
    payload.suffix(key.utf8.count).elementsEqual(key.utf8)
      && payload.dropLast(key.utf8.count).allSatisfy { $0 == payload.first }
  }

  /// Works until one of its threads kills the process, a random time after the first entry.
  ///
  /// It exits, which is a failure, when it finds a payload that no worker has stored.
  consuming func workUntilKilled() throws {
    let delay = UInt32.random(in: 0..<20_000, using: &generator)
    DispatchQueue.global().async {
      usleep(delay)
      kill(getpid(), SIGKILL)
    }
    while true {
      let key = "key \(Int.random(in: 0..<Self.keys, using: &generator))"
      if let found = cache.payload(for: key), !Self.isSound(found, for: key) { return }
      let count = Int.random(in: 0..<20_000, using: &generator)
      let filling = UInt8.random(in: 0...255, using: &generator)
      cache.store(Array(repeating: filling, count: count) + Array(key.utf8), for: key)
    }
  }
}
