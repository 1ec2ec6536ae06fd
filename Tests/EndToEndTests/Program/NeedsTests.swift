import CleanseTestSupport
import Foundation
import Testing

@Suite("host needs", .blocking)
struct NeedsTests {
  @Test(
    "shows what a plugin depends on and what it provides",
    arguments: ["statistics", "words", "pipeline", "station", "form"])
  func plugin(name: String) throws {
    let run = try host("needs", Build.plugins.path, "org.cleanse.samples.\(name)")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    expectGolden(run, "needs-\(name)")
  }

  @Test("shows a missing binding, which is a finding")
  func missing() throws {
    let directory = try TemporaryDirectory(broken: ["MissingPlugin"])
    let run = try host("needs", "./libMissingPlugin.so", in: directory)
    #expect(run.status == 1)
    expectGolden(run, "needs-missing", in: directory)
  }

  @Test("shows why a plugin was rejected, its bindings, and what depends on it")
  func rejected() throws {
    let directory = try TemporaryDirectory(broken: ["Refusing"])
    let run = try host("needs", ".", "libRefusing.so", in: directory)
    #expect(run.status == 1)
    expectGolden(run, "needs-rejected", in: directory)
    let other = try TemporaryDirectory(samples: ["Statistics"])
    let alone = try host("needs", ".", "libStatistics.so", in: other)
    #expect(alone.status == 1)
    #expect(alone.output.contains("not satisfied by any usable plugin"))
  }

  @Test("as JSON has dependencies and provisions")
  func json() throws {
    let run = try host(
      "needs", "--format", "json", Build.plugins.path, "org.cleanse.samples.statistics")
    #expect(run.status == 0)
    let document = try run.json()
    #expect(document["schema"] as? String == "cleanse-needs/1")
    let plugins = try #require(document["plugins"] as? [[String: Any]])
    let plugin = try #require(plugins.first)
    let dependencies = try #require(plugin["dependencies"] as? [[String: Any]])
    #expect(dependencies.map { $0["key"] as? String } == ["any WordCounting.WordCounter"])
    let provides = try #require(plugin["provides"] as? [[String: Any]])
    #expect(provides.map { $0["kind"] as? String } == ["single", "contribution"])
    let requires = try #require(plugin["requires"] as? [[String: Any]])
    #expect(requires.map { $0["found"] as? String } == ["1.0.0"])
  }

  @Test("suggests the nearest identifier for an unknown one")
  func unknown() throws {
    let run = try host("needs", Build.plugins.path, "org.cleanse.samples.warp")
    #expect(run.status == 2)
    #expect(run.errors.contains("did you mean org.cleanse.samples.wrap?"))
  }
}
