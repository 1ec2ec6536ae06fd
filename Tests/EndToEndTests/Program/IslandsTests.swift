import CleanseTestSupport
import Foundation
import Testing

@Suite("host islands", .blocking)
struct IslandsTests {
  @Test("lists the islands of the sample plugins and what ties each, as text and in a drawing")
  func samples() throws {
    let run = try host("islands", Build.plugins.path)
    #expect(run.status == 0)
    expectGolden(run, "islands-samples")
    let json = try host("islands", "--format", "json", Build.plugins.path).json()
    let islands = try #require(json["islands"] as? [[String: Any]])
    let drawing = try host(
      "graph", "--by", "island", "--format", "mermaid", Build.plugins.path
    ).output
    #expect(islands.indices.allSatisfy { drawing.contains("[\"island \($0 + 1)\"]") })
    #expect(!drawing.contains("[\"island \(islands.count + 1)\"]"))
  }

  // A name had to be looked up in the settings.
  @Test("shows the names that the settings have for plugins")
  func names() throws {
    let directory = try TemporaryDirectory(samples: ["Words", "Statistics", "Wrap"])
    try directory.write(
      #"{"islands": {"words": {"plugins": ["org.cleanse.samples.words"]}}}"#.utf8, to: "host.json")
    let run = try host("islands", ".", in: directory)
    let rows = run.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(rows.first == ["ISLAND", "NAME", "PLUGIN"], "\(run.output)")
    #expect(rows.contains(["1", "org.cleanse.samples.statistics"]), "\(run.output)")
    #expect(rows.contains(["words", "org.cleanse.samples.words"]), "\(run.output)")
    let json = try host("islands", "--format", "json", ".", in: directory).json()
    let islands = try #require(json["islands"] as? [[String: Any]])
    #expect(islands.map { $0["names"] as? [String] } == [["words"], nil])
  }

  @Test("plugins that are to stay apart and share state are an error of validate and of run")
  func boundary() throws {
    let directory = try TemporaryDirectory(samples: ["Words", "Statistics", "Wrap"])
    try directory.write(
      """
      {"islands": {
        "words": {"plugins": ["org.cleanse.samples.words"]},
        "others": {"plugins": ["org.cleanse.samples.wrap"]}
      }}
      """.utf8, to: "host.json")
    #expect(try host("validate", ".", in: directory).status == 0)
    try directory.write(
      """
      {"islands": {
        "words": {"plugins": ["org.cleanse.samples.words"]},
        "others": {"plugins": ["org.cleanse.samples.statistics", "org.cleanse.samples.typo"]}
      }}
      """.utf8, to: "host.json")
    let run = try host("validate", ".", in: directory)
    #expect(run.status == 1)
    #expect(run.errors.contains("[plugin/merged-islands]"))
    #expect(run.errors.contains("`org.cleanse.samples.typo`"))
    let command = try host("run", ".", "--", "statistics", in: directory)
    #expect(command.status == 1)
    #expect(command.errors.contains("[plugin/merged-islands]"))
  }
}
