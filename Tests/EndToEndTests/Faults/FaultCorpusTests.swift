import CleanseTestSupport
import Foundation
import Testing

@Suite("The fault corpus", .blocking)
struct FaultCorpusTests {
  /// The faults that could be created on this machine.
  private static let faults = Fault.all.filter { !FaultDirectory.notMade.contains($0.name) }

  @Test("every fault has a row in the tables, and every row a fault")
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

  @Test("every code of the tables has a section in Documentation/Diagnostics.md")
  func codes() throws {
    let file = Build.root.appending(path: "Documentation/Diagnostics.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let unexplained = Set(Fault.all.flatMap(\.codes).map { "## \($0)"[...] }).subtracting(lines)
    #expect(unexplained.isEmpty)
  }

  @Test("host list reports each fault that can be detected without running it", arguments: faults)
  func list(fault: Fault) throws {
    let corpus = try FaultDirectory([fault])
    let run = try corpus.host(["list", "--format", "json"] + corpus.directories)
    #expect(run.status == (fault.stage == .list && fault.isError ? 1 : 0))
    let findings = try FaultFindings(of: fault, in: run.json())
    if fault.stage == .list { findings.expect(fault) } else { findings.expectNone(of: fault) }
  }

  @Test("host list reports all of them in one run, and the plugins next to them are usable")
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

  @Test("host validate reports each fault, in a process of its own", arguments: faults)
  func validate(fault: Fault) throws {
    let corpus = try FaultDirectory([fault])
    let run = try corpus.host(
      ["validate", "--format", "json"] + fault.deadline + corpus.directories)
    #expect(run.status == (fault.stage != .run && fault.isError ? 1 : 0), "\(run.output)")
    let findings = try FaultFindings(of: fault, in: run.json())
    if fault.stage == .run { findings.expectNone(of: fault) } else { findings.expect(fault) }
  }

  // In the sandbox, a plugin that gave up privileges was accepted: its process had none to lose.
  @Test("host validate reports all in one run in the sandbox, and plugins next to them are usable")
  func validateAll() throws {
    let corpus = try FaultDirectory(Self.faults)
    let run = try corpus.host(
      ["validate", "--format", "json", "--deadline", "3"] + corpus.directories
        + [Build.plugins.path],
      isConfined: true, limit: .seconds(300))
    #expect(run.status == 1)
    let document = try run.json()
    // Without a sandbox, two of the plugins replace their files.
    for fault in Self.faults.map(\.readAgain) {
      let findings = try FaultFindings(of: fault, in: document)
      if fault.stage == .run {
        findings.expectNone(of: fault)
      } else {
        findings.expectConfined(fault)
      }
    }
    try expectSamples(in: document)
  }

  @Test(
    "host run rejects faulty plugins, and a command of another plugin runs",
    arguments: faults.filter { $0.stage != .run })
  func run(fault: Fault) throws {
    let corpus = try FaultDirectory([fault])
    let ending = try TemporaryDirectory(broken: ["Ending"])
    // A plugin with only a warning would do the same here as in its own process.
    let isLoaded = fault.severity != "warning"
    let run = try corpus.host(
      ["run"] + (isLoaded ? ["--on-failure", "leave-out"] : ["--strict"]) + fault.deadline
        + corpus.directories
        + [ending.path, "--"] + (fault.leavesProcess ? [fault.name] : ["end", "7"]),
      expectedStrays: fault.leavesProcess ? 1 : 0)
    #expect(run.status == (isLoaded ? 7 : 1), "\(run.errors)")
    if isLoaded, fault.severity != "error" { return }
    #expect(fault.codes.contains { run.errors.contains($0) }, "\(run.errors)")
  }

  @Test(
    "host run runs nothing if any is present, unless it may leave them out; then it has its result")
  func runAll() throws {
    let text = try TemporaryDirectory()
    try text.write("one two\ntwo three three\nthree\n".utf8, to: "text")
    let corpus = try FaultDirectory(Self.faults.filter { $0.isError && $0.stage != .run })
    func run(_ options: String...) throws -> HostRun {
      try corpus.host(
        ["run", "--deadline", "2"] + options + corpus.directories
          + [Build.plugins.path, "--", "statistics"],
        input: .file(text.path(of: "text")), limit: .seconds(300))
    }
    let refused = try run()
    #expect(refused.status == 1)
    #expect(refused.output.isEmpty)
    #expect(refused.errors.contains("nothing was run"))

    // Outcomes that depend on the plugins alone are known by now.
    let used = try run("--on-failure", "leave-out")
    #expect(used.status == 0)
    let alone = try host(
      "run", Build.plugins.path, "--", "statistics", input: .file(text.path(of: "text")))
    #expect(alone.status == 0)
    #expect(used.output == alone.output)
  }

  @Test(
    "host run --strict runs nothing if any of them is present",
    .enabled(if: Build.isThorough, "a third run of all of them; scripts/test --all has it"))
  func runAllStrictly() throws {
    let corpus = try FaultDirectory(Self.faults)
    let run = try corpus.host(
      ["run", "--strict", "--deadline", "2"] + corpus.directories
        + [Build.plugins.path, "--", "statistics"],
      limit: .seconds(300))
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
  }

  /// Every sample plugin is usable.
  private func expectSamples(in document: [String: Any]) throws {
    let samples = try #require(document["plugins"] as? [[String: Any]])
      .filter { ($0["identifier"] as? String)?.hasPrefix("org.cleanse.samples.") == true }
    #expect(samples.count == 11)
    #expect(samples.allSatisfy { $0["status"] as? String == "ok" })
  }
}
