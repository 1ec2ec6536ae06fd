import CleanseTestSupport
import Foundation
import Testing

@Suite("host why", .blocking)
struct WhyTests {
  @Test(
    "shows the bindings of a key, its dependents, and the paths from the root",
    arguments: [
      ("why-binding", ["WordCounter"]), ("why-collection", ["textfilter"]),
      ("why-c", ["@station.wind"]), ("why-root", ["HostRoot"]),
      ("why-all-paths", ["--all-paths", "latitude"]),
    ])
  func key(name: String, arguments: [String]) throws {
    let run = try host(arguments: ["why", Build.plugins.path] + arguments)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    expectGolden(run, name)
  }

  @Test(
    "lists the keys that may be meant, and suggests keys near to an unknown one",
    arguments: [
      ("why-several", "float"), ("why-many", ""), ("why-near", "WordCuonter"), ("why-far", "xyz"),
    ])
  func mistakes(name: String, key: String) throws {
    let run = try host("why", Build.plugins.path, key)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    expectGolden(run, name)
  }

  @Test("shows the dependents of a missing binding, and that a rejected plugin would provide it")
  func missing() throws {
    let directory = try TemporaryDirectory(broken: ["MissingPlugin", "Refusing", "CycleA"])
    let unbound = try host("why", ".", "unbound", in: directory)
    #expect(unbound.status == 1)
    expectGolden(unbound, "why-missing", in: directory)
    let egg = try host("why", ".", "egg", in: directory)
    #expect(egg.status == 1)
    expectGolden(egg, "why-rejected", in: directory)
  }

  @Test("handles a cycle")
  func cycle() throws {
    let directory = try TemporaryDirectory(broken: ["CycleA", "CycleB"])
    let run = try host("why", "--all-paths", ".", "hen", in: directory)
    #expect(run.status == 0)
    expectGolden(run, "why-cycle", in: directory)
  }

  @Test("as JSON has the bindings, the dependents and the paths")
  func json() throws {
    let run = try host("why", "--format", "json", Build.plugins.path, "WordCounter")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let document = try run.json()
    #expect(document["schema"] as? String == "cleanse-why/1")
    #expect(document["key"] as? String == "any WordCounting.WordCounter")
    let paths = try #require(document["paths"] as? [[[String: Any]]])
    #expect(
      paths.map { $0.map { $0["key"] as? String } } == [
        [
          "host.HostRoot", "[any CleansePlugin.Command]", "any WordCounting.WordCounter",
        ]
      ])
    let dependents = try #require(document["dependents"] as? [[String: Any]])
    #expect(dependents.count == 1)
    #expect(document["bindings"] is [[String: Any]])
  }

  @Test("reports a directory in place of the key")
  func directory() throws {
    let directory = try TemporaryDirectory(samples: ["Words"])
    let run = try host("why", ".", in: directory)
    #expect(run.status == 2)
    expectGolden(run, "why-directory", in: directory)
  }
}
