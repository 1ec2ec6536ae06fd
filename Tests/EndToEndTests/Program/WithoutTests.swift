import CleanseTestSupport
import Foundation
import Testing

@Suite("host without", .blocking)
struct WithoutTests {
  private static let samples = "org.cleanse.samples."

  @Test(
    "shows what is removed with plugins, what the others lose, and new findings",
    arguments: [
      ("without-words", ["words"]), ("without-two", ["number", "wrap"]),
      ("without-pipeline", ["pipeline"]),
    ])
  func plugins(name: String, plugins: [String]) throws {
    let run = try host(
      arguments: ["without", Build.plugins.path] + plugins.map { Self.samples + $0 })
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    expectGolden(run, name)
  }

  @Test("shows absent errors")
  func absentErrors() throws {
    let directory = try TemporaryDirectory(broken: ["DuplicateA", "DuplicateB", "Ending"])
    let run = try host("without", ".", "org.cleanse.broken.duplicate-a", in: directory)
    #expect(run.status == 0)
    expectGolden(run, "without-duplicate", in: directory)
  }

  @Test("a new error is a finding")
  func newError() throws {
    let directory = try TemporaryDirectory(broken: ["CycleA", "CycleB"])
    let run = try host("without", ".", "org.cleanse.broken.cycle-b", in: directory)
    #expect(run.status == 1)
    expectGolden(run, "without-cycle", in: directory)
  }

  @Test("takes paths to several files, with directories before them")
  func paths() throws {
    let directory = try TemporaryDirectory(samples: ["Words", "Statistics", "Wrap"])
    let named = try host("without", ".", "libWords.so", "libWrap.so", in: directory)
    #expect(named.status == 0)
    let paths = try host("without", "./libWords.so", "./libWrap.so", in: directory)
    #expect(paths.output == named.output)
  }

  @Test("an unknown or rejected plugin is a usage error")
  func mistakes() throws {
    let directory = try TemporaryDirectory(broken: ["Refusing", "Ending"])
    for (name, operands) in [
      ("without-unknown", [".", "org.cleanse.broken.endnig"]),
      ("without-rejected", [".", "libRefusing.so"]), ("without-directory", ["."]),
      ("without-mistyped", ["plgins", "org.cleanse.broken.ending"]),
    ] {
      let run = try host(arguments: ["without"] + operands, in: directory)
      #expect(run.status == 2)
      #expect(run.output.isEmpty)
      expectGolden(run, name, in: directory)
    }
  }

  @Test("as JSON has the removed plugins, the effects, and the new and absent findings")
  func json() throws {
    let directory = try TemporaryDirectory(broken: ["CycleA", "CycleB"])
    let run = try host(
      "without", "--format", "json", ".", "org.cleanse.broken.cycle-b", in: directory)
    #expect(run.status == 1)
    let document = try run.json()
    #expect(document["schema"] as? String == "cleanse-without/1")
    let removed = try #require(document["removed"] as? [[String: Any]])
    #expect(removed.map { $0["plugin"] as? String } == ["org.cleanse.broken.cycle-b"])
    let effects = try #require(document["effects"] as? [[String: Any]])
    #expect(effects.map { $0["outcome"] as? String } == ["missing"])
    for key in ["newFindings", "absentFindings"] {
      #expect((document[key] as? [Any])?.isEmpty == false)
    }
  }
}
