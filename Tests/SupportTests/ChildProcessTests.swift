import CleanseTestSupport
import Glibc
import Testing

@Suite("A child process of a test")
struct ChildProcessTests {
  private static func shell(_ script: String, deadline: Duration = .seconds(60)) -> ChildProcess {
    ChildProcess(program: "/bin/sh", arguments: ["-c", script], deadline: deadline)
  }

  @Test("reads any amount of output from both streams")
  func bothOutputs() throws {
    let script = "head -c 1000000 /dev/zero >&2; head -c 1000000 /dev/zero; exit 9"
    let outcome = try Self.shell(script).run()
    #expect(outcome.status == 9)
    #expect(outcome.output.count == 1_000_000)
    #expect(outcome.errors.count == 1_000_000)
  }

  @Test(
    "is killed at its deadline", arguments: ["exec sleep 60", "exec >&- 2>&-; sleep 60"])
  func overdue(script: String) throws {
    let start = ContinuousClock.now
    let outcome = try Self.shell(script, deadline: .milliseconds(200)).run()
    #expect(outcome.isOverdue)
    #expect(outcome.status == 137)
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test("does not wait for processes that the program leaves behind")
  func orphan() throws {
    let start = ContinuousClock.now
    let outcome = try Self.shell("sleep 30 & echo done; kill -TERM $$").run()
    #expect(outcome.status == 143)
    #expect(!outcome.isOverdue)
    #expect(String(decoding: outcome.output, as: UTF8.self) == "done\n")
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  // Tests that were started in the background sent SIGINT to programs that ignored it.
  @Test("a program gets the signals that the tests ignore")
  func ignoredSignals() throws {
    let earlier = signal(SIGHUP, SIG_IGN)
    defer { signal(SIGHUP, earlier) }
    let outcome = try ChildProcess(
      program: "/bin/sh", arguments: ["-c", "kill -HUP $$; echo ignored"]
    ).run()
    #expect(outcome.status == 128 + SIGHUP)
    #expect(outcome.output.isEmpty)
  }
}
