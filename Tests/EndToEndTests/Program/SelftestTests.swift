import CleanseTestSupport
import Foundation
import Testing

@Suite("host selftest", .blocking)
struct SelftestTests {
  @Test("finds every fault that it creates, and leaves nothing behind")
  func everyFault() throws {
    let directory = try TemporaryDirectory()
    let run = try host("selftest", environment: ["TMPDIR": directory.path])
    #expect(run.status == 0)
    expectGolden(run, "selftest")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
  }

  @Test("as JSON is one document with a schema, and names faults of the corpus")
  func json() throws {
    let run = try host("selftest", "--format", "json")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let document = try run.json()
    #expect(document["schema"] as? String == "cleanse-selftest/1")
    #expect(document["failures"] as? Int == 0)
    let faults = try #require(document["faults"] as? [[String: Any]])
    let known = Dictionary(uniqueKeysWithValues: Fault.all.map { ($0.name, $0) })
    for fault in faults {
      let name = try #require(fault["name"] as? String)
      guard let expected = fault["expected"] as? String else { continue }
      #expect(known[name]?.codes.contains(expected) == true, "\(name)")
    }
  }

  @Test("reports that its files can't be created, and leaves nothing")
  func directory() throws {
    let run = try host("selftest", environment: ["TMPDIR": "/nowhere"])
    #expect(run.status == 3)
    #expect(run.output.isEmpty)
    #expect(run.errors == "host: can't create a directory in /nowhere: No such file or directory\n")
  }
}
