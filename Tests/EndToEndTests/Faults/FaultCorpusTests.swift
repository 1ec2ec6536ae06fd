import Foundation
import Testing

@Suite("The fault corpus")
struct FaultCorpusTests {
  /// Those that there are on this machine.
  private static let faults = Fault.all.filter { !FaultDirectory.notMade.contains($0.name) }

  @Test("has a row in the table for each fault, and a fault for each row")
  func table() throws {
    let made = try FileManager.default.contentsOfDirectory(
      at: FaultDirectory.corpus, includingPropertiesForKeys: [.isDirectoryKey]
    ).filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
    let names = Fault.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(names).subtracting(FaultDirectory.notMade) == Set(made.map(\.lastPathComponent)))
    #expect(names.count >= 100)
    if !FaultDirectory.notMade.isEmpty {
      print("Faults that can't be made here: \(FaultDirectory.notMade.sorted())")
    }
  }

  @Test("each code of the table has a section in Documentation/Diagnostics.md")
  func codes() throws {
    let file = Build.root.appending(path: "Documentation/Diagnostics.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let unexplained = Set(Fault.all.flatMap(\.codes).map { "## \($0)"[...] }).subtracting(lines)
    #expect(unexplained.isEmpty)
  }

  @Test("host list tells each fault that can be seen without running it", arguments: faults)
  func list(fault: Fault) throws {
    let corpus = try FaultDirectory([fault])
    let run = try corpus.host(["list", "--format", "json"] + corpus.directories)
    #expect(run.status == (fault.stage == .list && fault.isError ? 1 : 0))
    let findings = try FaultFindings(of: fault, in: run.json())
    if fault.stage == .list { findings.expect(fault) } else { findings.expectNone(of: fault) }
  }

  @Test("host list tells all of them in one run, and the plugins beside them are well")
  func listAll() throws {
    let corpus = try FaultDirectory(Self.faults)
    let run = try corpus.host(
      ["list", "--format", "json"] + corpus.directories + [Build.plugins.path])
    #expect(run.status == 1)
    let document = try run.json()
    for fault in Self.faults {
      let findings = try FaultFindings(of: fault, in: document)
      if fault.stage == .list { findings.expect(fault) } else { findings.expectNone(of: fault) }
    }
    try expectSamples(in: document)
  }

  /// Every sample plugin is usable.
  private func expectSamples(in document: [String: Any]) throws {
    let samples = try #require(document["plugins"] as? [[String: Any]])
      .filter { ($0["identifier"] as? String)?.hasPrefix("org.cleanse.samples.") == true }
    #expect(samples.count == 7)
    #expect(samples.allSatisfy { $0["status"] as? String == "ok" })
  }
}
