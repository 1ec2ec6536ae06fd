@testable import CleansePluginFiles
import Testing

@Suite("Caches of limited size")
struct LimitedCacheTests {
  @Test("a value is found once, even if it is nil")
  func once() {
    var cache = LimitedCache<String, Int?>()
    var calls = 0
    for _ in 1...2 {
      let value = cache.value(of: "key") {
        calls += 1
        return nil
      }
      #expect(value == nil)
    }
    #expect(calls == 1)
    #expect(cache["other"] == nil)
  }

  @Test("beyond the limit, values are found again instead of being stored")
  func limit() {
    var cache = LimitedCache<Int, Int>()
    for key in 0..<100_000 { cache[key] = key }
    let found = (1...2).map { number in cache.value(of: 100_000) { number } }
    #expect(found == [1, 2])
    let known = cache.value(of: 99_999) { 3 }
    #expect(known == 99_999)
  }
}
