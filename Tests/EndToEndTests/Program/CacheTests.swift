import CleanseTestSupport
import CleansePluginHost
import Testing

@Suite("host cache", .blocking)
struct CacheTests {
  @Test("shows and clears the cache in XDG_CACHE_HOME")
  func actions() throws {
    let home = try TemporaryDirectory()
    let environment = ["XDG_CACHE_HOME": home.path]
    let cache = try OutcomeCache(environment: environment)
    for number in 0..<3 { cache.store([1, 2, 3], for: "\(number)") }
    let info = try host("cache", "info", environment: environment)
    #expect(info.status == 0)
    expectGolden(info, "cache-info", in: home)
    let clear = try host("cache", "clear", environment: environment)
    #expect(clear.status == 0)
    expectGolden(clear, "cache-clear", in: home)
    let json = try host("cache", "info", "--format", "json", environment: environment).json()
    #expect(json["entries"] as? Int == 0)
  }

  @Test("is in the user's home by default")
  func home() throws {
    let home = try TemporaryDirectory()
    let run = try host("cache", "info", environment: ["HOME": home.path])
    #expect(run.output.contains("/.cache/cleanse/outcomes-1\n"))
    #expect(home.contains(".cache/cleanse/outcomes-1"))
  }

  @Test("shows why no cache is available")
  func off() throws {
    let home = try TemporaryDirectory()
    try home.write([], to: "file")
    let environment = ["XDG_CACHE_HOME": home.path(of: "file")]
    try expectGolden(host("cache", "info", environment: environment), "cache-off", in: home)
    let clear = try host("cache", "clear", environment: environment)
    #expect(clear.status == 3)
    expectGolden(clear, "cache-clear-off", in: home)
    // Other commands work without the cache.
    #expect(try host("list", ".", in: home, environment: environment).status == 0)
  }
}
