import CleanseTestSupport
import Foundation
import FoundationXML
import Testing

// Serialized: a script that is being written can't be started, and a process that another test starts at
// the same time holds it open for writing for a moment.
@Suite("host graph", .serialized, .blocking)
struct GraphTests {
  @Test("draws the sample plugins for Graphviz and for Mermaid", arguments: ["dot", "mermaid"])
  func samples(format: String) throws {
    let run = try host("graph", "--format", format, Build.plugins.path)
    #expect(run.status == 0)
    expectGolden(run, "graph-samples-\(format)")
  }

  @Test("draws the neighbourhood of a key")
  func focus() throws {
    let run = try host(
      "graph", "--format", "mermaid", "--focus", "wordcounter", "--depth", "1", "--by",
      "component", Build.plugins.path)
    #expect(run.status == 0)
    expectGolden(run, "graph-focus")
  }

  @Test("lists the meanings of an ambiguous key, and draws nothing")
  func severalKeys() throws {
    let run = try host("graph", "--focus", "double", Build.plugins.path)
    #expect(run.status == 2)
    expectGolden(run, "graph-several-keys")
  }

  @Test("as an SVG is a document with the id of each box, arrow and frame")
  func svg() throws {
    let dot = try host("graph", Build.plugins.path)
    let run = try host("graph", "--format", "svg", Build.plugins.path)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let document = try XMLDocument(xmlString: run.output)
    let found = try document.nodes(forXPath: "//*[local-name()='g']/@id").compactMap(\.stringValue)
    let drawn = dot.output.matches(of: /\bid="([^"]+)"/).map { String($0.output.1) }
    #expect(drawn.count > 60)
    #expect(Set(drawn).subtracting(found).isEmpty)
  }

  @Test("as a page is one file, which is the same each time")
  func page() throws {
    let run = try host("graph", "--format", "html", Build.plugins.path)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.output.hasPrefix("<!doctype html>\n"))
    let data = try #require(
      run.output.firstMatch(of: /<script type="application\/json" id="data">([^<]*)<\/script>/)?
        .output.1)
    let contents = try #require(
      try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
    let plugins = try #require(contents["contributors"] as? [[String: Any]])
    #expect(plugins.count > 5)
    #expect(plugins.allSatisfy { $0["kind"] as? String != "rejected" })
    #expect(try host("graph", "--format", "html", Build.plugins.path).output == run.output)
  }

  @Test(
    "marks the errors of plugins that do not fit together",
    arguments: [
      ("missing", ["MissingPlugin"]), ("duplicate", ["DuplicateA", "DuplicateB"]),
      ("cycle", ["CycleA", "CycleB"]), ("refusing", ["Refusing"]),
    ])
  func broken(name: String, plugins: [String]) throws {
    let directory = try TemporaryDirectory(broken: plugins)
    let run = try host("graph", "--format", "mermaid", ".", in: directory)
    #expect(run.status == 1)
    expectGolden(run, "graph-\(name)", in: directory)
    #expect(try host("graph", "--format", "svg", ".", in: directory).status == 1)
  }

  @Test("reports the reason when Graphviz is missing or fails")
  func graphviz() throws {
    let directory = try TemporaryDirectory(samples: ["Words"])
    let missing = try host(
      "graph", "--format", "svg", ".", in: directory, environment: ["PATH": "/nowhere"])
    #expect(missing.status == 3)
    expectGolden(missing, "graph-no-graphviz", in: directory)
    for (name, script) in [
      ("failing", "echo 'dot: out of order' >&2; exit 1"), ("silent", "cat >/dev/null"),
    ] {
      let tools = try TemporaryDirectory()
      try tools.writeScript(script, to: "dot")
      let run = try host(
        "graph", "--format", "svg", ".", in: directory,
        environment: ["PATH": "\(tools.path):/usr/bin:/bin"])
      #expect(run.status == 3)
      expectGolden(
        run, "graph-\(name)-graphviz", in: directory,
        names: [tools.path: "<tools>"])
    }
  }
}
