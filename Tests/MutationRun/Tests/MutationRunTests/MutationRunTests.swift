import CleanseTestSupport
import Glibc
import Testing

@testable import MutationRun

/// Runs a shell script in place of the host.
// Serialized: a script that is being written can't be started, and a process that another test starts at that
// moment holds it open for writing for a short time.
@Suite("A run of mutants", .serialized)
struct MutationRunTests {
  /// A script that writes the document for all files of the directory. `status` is the status of the file in
  /// `file`.
  private static func script(_ deed: String, answer: String) -> String {
    """
    #!/bin/sh
    for word; do [ "$word" = -- ] && break; dir=$word; done
    there() { [ -e "$dir"/libA-7.so ]; }
    \(deed)
    printf '{"plugins":['
    for file in "$dir"/*.so; do
      status=ok
      case $file in */libA.so) sound=1 ;; *) sound= ;; esac
      case $file in */libA-7.so) seven=1 ;; *) seven= ;; esac
      \(answer)
      printf '%s{"file":"%s","status":"%s"}' "$comma" "$file" "$status"; comma=,
    done
    printf ']}'

    """
  }

  private func failures(
    of deed: String, answer: String = ":", inspecting: Bool = true, count: Int = 60
  ) throws -> (failures: [Failure], run: MutationRun) {
    let work = try TemporaryDirectory(["host": Self.script(deed, answer: answer)])
    try work.write(Samples.plugin(), to: "samples/libA.so")
    let host = work.path(of: "host")
    chmod(host, 0o755)
    var plan = Plan(isInspectionOnly: inspecting)
    plan.grace = .milliseconds(1)
    plan.patience = .seconds(inspecting ? 2 : 60)
    var run = try MutationRun(
      host: host, plugins: work.path(of: "samples"), work: work.path(of: "work"), plan: plan,
      seed: 1)
    var failures: [Failure] = []
    try run.run(0..<count) { failures.append($0) }
    return (failures, run)
  }

  @Test("counts the statuses of a host that handles all mutants")
  func fine() throws {
    let (failures, run) = try failures(of: "")
    #expect(failures.isEmpty)
    #expect(run.count == 60)
    #expect(run.statuses == ["ok": 60])
    #expect(run.used == 0)
  }

  @Test(
    "blames the mutant, and no other, that the host does not handle",
    arguments: [
      ("kill -SEGV $$", "host list --all --format json: the host was ended by signal 11"),
      ("exit 3", "host list --all --format json: the host ended with status 3"),
      ("echo x", "host list --all --format json: the host's answer is not a document"),
      ("exec sleep 60", "host list --all --format json: the host hangs"),
      ("sleep 60 &", "host list --all --format json: the host left processes behind: 1"),
      (
        #"printf '{"plugins":[{"file":"%s","status":"ok"}]}' "$dir/libA.so"; exit 1"#,
        "host list --all --format json: the host's answer does not name"
      ),
    ])
  func blame(deed: String, complaint: String) throws {
    let (failures, _) = try failures(of: "if there; then\n\(deed)\nfi")
    #expect(failures.count == 1)
    let failure = try #require(failures.first)
    #expect(failure.mutants.map(\.number) == [7])
    #expect(failure.complaint.hasPrefix(complaint))
    #expect(failure.description.contains("\nlibA-7.so:\n  "))
  }

  @Test("blames several mutants if none of them alone does harm", arguments: [8, 30])
  func together(other: Int) throws {
    let script = #"if there && [ -e "$dir"/libA-\#(other).so ]; then exit 4; fi"#
    let (failures, _) = try failures(of: script)
    #expect(failures.count == 1)
    // The smallest part of the batch that has both.
    let blamed = try #require(failures.first).mutants.map(\.number)
    #expect(blamed == (other == 8 ? [7, 8] : Array(0..<50)))
  }

  // It cost a run of each mutant alone: more runs than all others, and just where the machine was busy.
  @Test("does not blame a mutant that was late only once, which costs one more run")
  func busy() throws {
    let runs = try TemporaryDirectory()
    let script = """
      echo run >>'\(runs.path(of: "log"))'
      if there && mkdir "$XDG_CACHE_HOME/../late"; then exec sleep 60; fi
      """
    #expect(try failures(of: script).failures.isEmpty)
    // Two without mutants, one for each batch, and one more for the first batch.
    #expect(try runs.text(of: "log").split(separator: "\n").count == 5)
  }

  @Test(
    "reports a host that lets a mutant harm other plugins, or does not agree with itself",
    arguments: [
      // Another plugin is blamed.
      (":", #"if [ $sound ] && there; then status=x; fi"#, "the host reports `x` for"),
      // The cached result differs from the first one.
      (
        ":",
        #"""
        if [ $1 = validate ] && [ $seven ]; then
          case " $* " in *--no-cache*) ;; *) mkdir "$XDG_CACHE_HOME/x" || status=x ;; esac
        fi
        """#, "the host reports `ok` for"
      ),
      // The sound plugins are affected later.
      (
        ":",
        #"""
        if [ $1 = validate ] && there; then mkdir -p "$XDG_CACHE_HOME/x"; fi
        if [ $sound ] && ! there && [ -e "$XDG_CACHE_HOME/x" ]; then status=x; fi
        """#, "the host reports `x` for"
      ),
    ])
  func harm(deed: String, answer: String, complaint: String) throws {
    let (failures, _) = try failures(of: deed, answer: answer, inspecting: false, count: 9)
    #expect(failures.count == 1)
    let failure = try #require(failures.first)
    #expect(failure.mutants.map(\.number) == [7])
    #expect(failure.complaint.contains(complaint))
  }

  @Test("counts the deaths of a host that uses mutants that passed, without blaming it")
  func deaths() throws {
    let deed = #"if [ $1 = run ] && there; then [ ! -e "$dir/libA.so" ] && kill -SEGV $$; fi"#
    let (failures, run) = try failures(of: deed, inspecting: false, count: 9)
    #expect(failures.isEmpty)
    #expect(run.used == 9)
    #expect(run.deaths.map(\.value) == [[7]])
    #expect(run.deaths.first?.key.description.hasPrefix("signal 11: ") == true)
  }

  @Test("lists the mutants whose status changes without the cache")
  func unsteady() throws {
    let answer = #"if [ $seven ]; then case "$*" in *--no-cache*) status=x ;; esac; fi"#
    let (failures, run) = try failures(of: "", answer: answer, inspecting: false, count: 9)
    #expect(failures.isEmpty)
    #expect(run.unsteady == [7])
    #expect(run.used == 8)
  }

  @Test("does not start unless the host handles the sound plugins")
  func baseline() {
    #expect(throws: MutationRun.SetupError.self) { try failures(of: "exit 1; exit 2") }
    #expect(throws: MutationRun.SetupError.self) { try failures(of: "exit 2") }
    #expect(throws: MutationRun.SetupError.self) {
      try failures(of: "", answer: "status=plugin/insecure-permissions")
    }
  }
}
