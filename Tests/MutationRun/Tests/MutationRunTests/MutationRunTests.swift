import CleanseTestSupport
import Glibc
import Testing

@testable import MutationRun

/// Runs a shell script in place of the host.
// One after the other: a script that is being written can't be started, and a process that another test
// starts just then holds it open for writing for a moment.
@Suite("A run of mutants", .serialized)
struct MutationRunTests {
  /// The document that answers for all files of the directory, in a shell.
  private static let answer = """
    printf '{"plugins":['
    for file in "$5"/*.so; do printf '%s{"file":"%s","status":"ok"}' "$comma" "$file"; comma=,; done
    printf ']}'
    """

  private func failures(
    of script: String, count: Int = 60
  ) throws -> (failures: [Failure], run: MutationRun) {
    // The list is the only command: list --all --format json DIRECTORY.
    let work = try TemporaryDirectory(["host": "#!/bin/sh\n\(script)\n\(Self.answer)\n"])
    try work.write(Samples.plugin(), to: "samples/libA.so")
    let host = work.path(of: "host")
    chmod(host, 0o755)
    var run = try MutationRun(
      host: host, plugins: work.path(of: "samples"), work: work.path, command: .inspection, seed: 1)
    var failures: [Failure] = []
    try run.run(0..<count) { failures.append($0) }
    return (failures, run)
  }

  @Test("counts what a host says that copes with all")
  func fine() throws {
    let (failures, run) = try failures(of: "")
    #expect(failures.isEmpty)
    #expect(run.count == 60)
    #expect(run.statuses == ["ok": 60])
  }

  @Test(
    "blames the mutant, and no other, that the host does not cope with",
    arguments: [
      ("kill -SEGV $$", "the host was ended by signal 11"),
      ("exit 3", "the host ended with status 3"), ("echo x", "the host's answer is no document"),
      ("sleep 0.4", "the host took"), ("sleep 60 &", "the host left processes behind: 1"),
      (#"printf '{"plugins":[]}'; exit 1"#, "the host's answer does not name"),
    ])
  func blame(deed: String, complaint: String) throws {
    let (failures, _) = try failures(of: "if [ -e \"$5\"/libA-7.so ]; then\n\(deed)\nfi")
    #expect(failures.count == 1)
    let failure = try #require(failures.first)
    #expect(failure.mutants.map(\.number) == [7])
    #expect(failure.complaint.hasPrefix(complaint))
    #expect(failure.description.contains("\nlibA-7.so:\n  "))
  }

  @Test("blames all that were there together where none alone does harm")
  func together() throws {
    let script = #"if [ -e "$5"/libA-7.so ] && [ -e "$5"/libA-8.so ]; then exit 4; fi"#
    let (failures, _) = try failures(of: script)
    #expect(failures.map(\.mutants.count) == [50])
  }

  @Test("begins with nothing unless the host copes with the sound plugins")
  func baseline() {
    #expect(throws: MutationRun.SetupError.self) { try failures(of: "exit 1; exit 2") }
    #expect(throws: MutationRun.SetupError.self) { try failures(of: "exit 2") }
  }
}
