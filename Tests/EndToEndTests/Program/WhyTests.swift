import CleanseTestSupport
import Foundation
import Testing

@Suite("host why")
struct WhyTests {
  @Test(
    "tells who binds a key, who asks for it, and how the root gets there",
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
    "lists what may be meant, and tells what comes near to a name that there isn't",
    arguments: [
      ("why-several", "float"), ("why-many", ""), ("why-near", "WordCuonter"), ("why-far", "xyz"),
    ])
  func mistakes(name: String, key: String) throws {
    let run = try host("why", Build.plugins.path, key)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    expectGolden(run, name)
  }

  @Test("tells who asks in vain, and that a rejected plugin would have bound it")
  func missing() throws {
    let directory = try TemporaryDirectory(broken: ["MissingPlugin", "Refusing", "RingA"])
    let unbound = try host("why", ".", "unbound", in: directory)
    #expect(unbound.status == 1)
    expectGolden(unbound, "why-missing", in: directory)
    let egg = try host("why", ".", "egg", in: directory)
    #expect(egg.status == 1)
    expectGolden(egg, "why-rejected", in: directory)
  }

  @Test("gets out of a ring")
  func ring() throws {
    let directory = try TemporaryDirectory(broken: ["RingA", "RingB"])
    let run = try host("why", "--all-paths", ".", "hen", in: directory)
    #expect(run.status == 0)
    expectGolden(run, "why-ring", in: directory)
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

  @Test("a directory in place of the key is reported")
  func directory() throws {
    let directory = try TemporaryDirectory(samples: ["Words"])
    let run = try host("why", ".", in: directory)
    #expect(run.status == 2)
    expectGolden(run, "why-directory", in: directory)
  }
}
