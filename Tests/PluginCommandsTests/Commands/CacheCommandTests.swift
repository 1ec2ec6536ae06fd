import CleansePlugin
@testable import CleanseFindingReports
@testable import CleansePluginCommands
@testable import CleansePluginProbing
import CleanseTestSupport
import Glibc
import Testing

@Suite("host cache")
struct CacheCommandTests {
  private let home: TemporaryDirectory
  private let environment: [String: String]
  private let cache: OutcomeCache

  init() throws {
    home = try TemporaryDirectory()
    environment = ["XDG_CACHE_HOME": home.path]
    cache = try OutcomeCache(environment: environment)
    cache.store([1, 2, 3], for: "key")
  }

  @Test("info shows the location and the size, clear removes the entries")
  func actions() async throws {
    let directory = "\(home.path)/cleanse/outcomes-1"
    let info = await host("cache", "info", environment: environment)
    #expect(info.status == 0)
    #expect(info.error.isEmpty)
    #expect(info.output == "directory  \(directory)\nentries    1\nbytes      64\n")
    let clear = await host("cache", "clear", environment: environment)
    #expect(clear.status == 0)
    #expect(
      clear.output == "directory  \(directory)\nremoved    1\nentries    0\nbytes      0\n")
    #expect(cache.payload(for: "key") == nil)
  }

  @Test("as JSON is one document with a schema")
  func json() async throws {
    let clear = await host("cache", "clear", "--format", "json", environment: environment)
    #expect(clear.error.isEmpty)
    #expect(
      clear.output == """
        {
          "bytes" : 0,
          "directory" : "\(home.path)/cleanse/outcomes-1",
          "entries" : 0,
          "removed" : 1,
          "schema" : "cleanse-cache/1"
        }

        """)
  }

  @Test("without a cache, info shows the reason and clear fails")
  func off() async {
    let info = await host("cache", "info")
    #expect(info.status == 0)
    #expect(
      info.output == """
        no cache is available: neither XDG_CACHE_HOME nor HOME is an absolute path
          set HOME or XDG_CACHE_HOME to an absolute path

        """)
    let json = await host("cache", "info", "--format", "json")
    #expect(json.output.contains(#""error" : "neither XDG_CACHE_HOME"#))
    let clear = await host("cache", "clear")
    #expect(clear.status == 3)
    #expect(clear.output.isEmpty)
    #expect(clear.error.hasPrefix("host: can't clear the cache: neither XDG_CACHE_HOME"))
  }

  @Test(
    "it requires one of two actions",
    arguments: [
      ([], "expected info or clear"), (["info", "clear"], "expected info or clear"),
      (["clera"], "did you mean `host cache clear`?"), (["xyz"], "expected info or clear"),
    ] as [([String], String)])
  func usage(words: [String], hint: String) async {
    let outcome = await host(arguments: ["cache"] + words, environment: environment)
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("\n  \(hint)\n  see `host help cache`\n"))
    #expect(cache.payload(for: "key") != nil)
  }

  @Test("--rescan only writes the cache, --no-cache does neither and takes precedence")
  func policy() throws {
    let parser = OptionParser(table: OptionTable([.rescan, .noCache]), command: nil)
    func probe(_ words: String..., in environment: [String: String]) throws -> PluginProbe {
      CommandContext(
        environment: environment,
        streams: CommandStreams(input: EmptySource(), output: MemorySink(), error: MemorySink())
      ).probe(try parser.parse(words))
    }
    let used = try probe(in: environment)
    #expect(used.cache?.payload(for: "key") == [1, 2, 3] && !used.isRescan)
    let renewed = try probe("--rescan", in: environment)
    #expect(renewed.cache != nil && renewed.isRescan)
    #expect(try probe("--no-cache", "--rescan", in: environment).cache == nil)
    #expect(try probe("--rescan", in: [:]).cache == nil)
  }

  // A cache that another user could have written was not used, and no command but `host cache info` reported that.
  @Test("a cache that others can write is reported once in a command, and not used")
  func unsafe() throws {
    try #require(chmod("\(home.path)/cleanse", 0o777) == 0)
    let errors = MemorySink()
    let context = CommandContext(
      environment: environment,
      streams: CommandStreams(input: EmptySource(), output: MemorySink(), error: errors))
    let arguments = try OptionParser(table: OptionTable([.noCache]), command: nil).parse([])
    for _ in 0..<2 { #expect(context.probe(arguments).cache == nil) }
    #expect(
      errors.text == """
        host: the cache is not used: \(home.path)/cleanse is writable by users other than its owner (mode 777)
          chmod go-w \(home.path)/cleanse

        """)
    let missing = CommandContext(
      environment: ["HOME": "/absent"],
      streams: CommandStreams(input: EmptySource(), output: MemorySink(), error: errors))
    #expect(missing.probe(arguments).cache == nil)
    #expect(!errors.text.contains("absent"))
  }
}
