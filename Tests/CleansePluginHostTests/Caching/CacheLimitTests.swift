@testable import CleansePluginProbing
import CleanseTestSupport
import Glibc
import Testing

@Suite("The size of the cache")
struct CacheLimitTests {
  private let scratch: TemporaryDirectory

  init() throws {
    scratch = try TemporaryDirectory()
  }

  private func cache(entries: Int = 100, bytes: Int = 1 << 20) throws -> OutcomeCache {
    try OutcomeCache(
      directory: scratch.path(of: "cache"),
      limits: CacheLimits(entries: entries, bytes: bytes, entryBytes: 1 << 20))
  }

  /// Sets the file's time that many seconds back.
  private func age(_ name: String, by seconds: Int) {
    let then = Glibc.time(nil) - seconds
    var times = utimbuf(actime: then, modtime: then)
    utime(scratch.path(of: "cache/" + name), &times)
  }

  @Test("one host never keeps more than the limit, and keeps most of that")
  func bounds() throws {
    let few = try cache(entries: 40)
    for number in 0..<400 {
      few.store([1], for: "\(number)")
      #expect(few.info().entries <= 41)
    }
    #expect(few.info().entries >= 34)
    let small = try cache(bytes: 10_000)
    for number in 0..<100 {
      small.store(Array(repeating: 0, count: 900), for: "\(number)")
      #expect(small.info().bytes <= 11_000)
    }
    #expect(small.info().entries >= 8)
  }

  @Test("many hosts that each write one entry keep about as much")
  func manyHosts() throws {
    for number in 0..<2000 {
      try cache(entries: 500).store([1], for: "\(number)")
    }
    // On average, one entry in 8 checks the size.
    #expect(try (430...620).contains(cache().info().entries))
  }

  @Test("the oldest entries are removed first, and those with a future time before them")
  func oldest() throws {
    let many = try cache()
    for number in 0..<40 {
      many.store([1], for: "\(number)")
      age(CacheEntry.name(for: "\(number)"), by: 1000 - number)
    }
    age(CacheEntry.name(for: "39"), by: -100_000)
    try cache(entries: 32).tidy()
    let left = (0..<40).filter { many.payload(for: "\($0)") != nil }
    #expect(left == Array(11..<39))
  }

  @Test("an entry that is used stays recent, without being touched each time")
  func use() throws {
    let cache = try cache()
    cache.store([1], for: "key")
    let modified = { try #require(cache.folder.files().first).modified }
    age(CacheEntry.name(for: "key"), by: 1000)
    let recent = try modified()
    _ = cache.payload(for: "key")
    #expect(try modified() == recent)
    age(CacheEntry.name(for: "key"), by: 100_000)
    _ = cache.payload(for: "key")
    #expect(try modified() > recent)
  }

  @Test("what a killed writer left half written is removed when it is old")
  func unfinished() throws {
    let cache = try cache()
    cache.store([1], for: "key")
    for (name, seconds) in [("unfinished-1", 10), ("unfinished-2", 4000), ("unfinished-3", -4000)] {
      try scratch.write([1], to: "cache/" + name)
      age(name, by: seconds)
    }
    cache.tidy()
    #expect(
      cache.folder.files().map(\.name).sorted() == [CacheEntry.name(for: "key"), "unfinished-1"])
  }
}
