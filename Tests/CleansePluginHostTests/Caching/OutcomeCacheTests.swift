@testable import CleansePluginProbing
import CleanseTestSupport
import Glibc
import Testing

@Suite("The outcome cache")
struct OutcomeCacheTests {
  private let scratch: TemporaryDirectory
  private let cache: OutcomeCache

  init() throws {
    scratch = try TemporaryDirectory()
    cache = try OutcomeCache(directory: scratch.path(of: "cache"))
  }

  private func path(for key: String) -> String {
    scratch.path(of: "cache/" + CacheEntry.name(for: key))
  }

  @Test("returns a payload byte for byte, to another host, too")
  func roundTrip() throws {
    let payloads: [String: [UInt8]] = [
      "": [], "empty": [], "ä\u{0}/../x": [0, 255, 10], String(repeating: "k", count: 5000): [1],
      "large": Array(repeating: 7, count: 1 << 20),
    ]
    for (key, payload) in payloads { #expect(cache.store(payload, for: key)) }
    let other = try OutcomeCache(directory: scratch.path(of: "cache"))
    for (key, payload) in payloads { #expect(other.payload(for: key) == payload) }
    #expect(cache.payload(for: "other") == nil)
  }

  @Test("returns the last of two payloads for one key")
  func replacement() {
    cache.store([1], for: "key")
    cache.store([2, 3], for: "key")
    #expect(cache.payload(for: "key") == [2, 3])
    #expect(cache.info().entries == 1)
  }

  @Test("can be counted and cleared, and keeps other files")
  func clearing() throws {
    for number in 0..<3 { cache.store([1, 2, 3], for: "\(number)") }
    try scratch.write([1], to: "cache/README")
    try scratch.write([1], to: "cache/unfinished-1")
    let info = cache.info()
    #expect(info.directory == scratch.path(of: "cache"))
    #expect(info.entries == 3)
    #expect(info.bytes == 3 * (58 + 1 + 3))
    #expect(try cache.clear() == info)
    #expect(cache.info().entries == 0)
    #expect(try cache.clear().entries == 0)
    #expect(readFile(scratch.path(of: "cache/README")) == [1])
    #expect(readFile(scratch.path(of: "cache/unfinished-1")) == nil)
    #expect(cache.payload(for: "1") == nil)
    #expect(cache.store([4], for: "1"))
    #expect(cache.payload(for: "1") == [4])
  }

  /// What may have replaced an entry.
  enum Intruder: CaseIterable {
    case empty, cut, longer, foreign, otherKey, otherVersion, huge, link, fifo, writable
  }

  @Test("an invalid entry is a miss, and is replaced", arguments: Intruder.allCases)
  func intruders(intruder: Intruder) throws {
    cache.store([1, 2, 3], for: "key")
    let path = path(for: "key")
    let sound = try #require(readFile(path))
    unlink(path)
    let name = "cache/" + CacheEntry.name(for: "key")
    switch intruder {
    case .empty: try scratch.write([], to: name)
    case .cut: try scratch.write(sound.dropLast(), to: name)
    case .longer: try scratch.write(sound + [0], to: name)
    case .foreign: try scratch.write("not an entry at all", to: name)
    case .otherKey:
      cache.store([1, 2, 3], for: "yek")
      rename(self.path(for: "yek"), path)
    case .otherVersion:
      try scratch.write(Array("cleanse-outcome 2\n".utf8) + sound.dropFirst(18), to: name)
    case .huge:
      try scratch.write(sound, to: name)
      truncate(path, off_t(cache.limits.entryBytes) + 1)
    case .link:
      try scratch.write(sound, to: "elsewhere")
      try scratch.link(name, to: scratch.path(of: "elsewhere"))
    case .fifo: try scratch.makePipe(name)
    case .writable:
      try scratch.write(sound, to: name)
      chmod(path, 0o622)
    }
    #expect(cache.payload(for: "key") == nil)
    #expect(cache.store([4, 5], for: "key"))
    #expect(cache.payload(for: "key") == [4, 5])
    #expect(cache.info().entries == 1)
    #expect(readFile(path)?.count == 58 + 3 + 2)
    if intruder == .link { #expect(readFile(scratch.path(of: "elsewhere")) == sound) }
  }

  @Test("an entry of another user is a miss, and is replaced", .enabled(if: geteuid() == 0))
  func otherOwner() throws {
    cache.store([1], for: "key")
    try #require(chown(path(for: "key"), 12345, 12345) == 0)
    #expect(cache.payload(for: "key") == nil)
    cache.store([2], for: "key")
    #expect(cache.payload(for: "key") == [2])
  }

  @Test("a payload that is too large or can't be stored leaves nothing behind")
  func notStored() throws {
    let small = CacheLimits(entries: 9, bytes: 1000, entryBytes: 100)
    let cache = try OutcomeCache(directory: scratch.path(of: "small"), limits: small)
    cache.store([1], for: "key")
    #expect(!cache.store(Array(repeating: 0, count: 100), for: "key"))
    #expect(cache.payload(for: "key") == [1])
    // A directory can't be replaced by a file.
    try scratch.makeDirectory("small/" + CacheEntry.name(for: "other"))
    #expect(!cache.store([1], for: "other"))
    #expect(cache.payload(for: "other") == nil)
    #expect(cache.folder.files().map(\.name) == [CacheEntry.name(for: "key")])
  }

  @Test("an entry and its directory are accessible to their owner alone")
  func modes() throws {
    cache.store([1], for: "key")
    for (path, mode) in [(path(for: "key"), 0o600), (scratch.path(of: "cache"), 0o700)] {
      var status = stat()
      try #require(stat(path, &status) == 0)
      #expect(Int(status.st_mode & 0o777) == mode)
    }
  }

  @Test("no damage turns an entry into another payload")
  func damage() throws {
    var generator = SeededGenerator.announced("damage to the cache")
    let keys = (0..<24).map { "key \($0)" }
    let payload = { (key: String) in Array(repeating: Array(key.utf8), count: 40).flatMap { $0 } }
    for key in keys { cache.store(payload(key), for: key) }
    let files = try keys.map { try #require(readFile(path(for: $0))) }
    var hits = 0
    for _ in 0..<4000 {
      let index = Int.random(in: 0..<keys.count, using: &generator)
      var bytes = files[index]
      for _ in 0..<Int.random(in: 0...2, using: &generator) where !bytes.isEmpty {
        let offset = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: bytes.removeLast(bytes.count - offset)
        case 2: bytes.remove(at: offset)
        case 3: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: offset)
        default:
          let other = files[Int.random(in: 0..<files.count, using: &generator)]
          bytes = Array(bytes[..<offset] + other.dropFirst(offset))
        }
      }
      try scratch.write(bytes, to: "cache/" + CacheEntry.name(for: keys[index]))
      let found = cache.payload(for: keys[index])
      #expect(found == nil || found == payload(keys[index]))
      #expect((found != nil) == (bytes == files[index]))
      hits += found == nil ? 0 : 1
    }
    // If no entry was found, the test has checked nothing.
    #expect((1000..<3000).contains(hits))
  }
}
