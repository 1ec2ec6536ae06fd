import CleanseTestSupport
import Glibc
@testable import CleanseSupervision
import Testing

@Suite("What a worker does that does not answer")
struct WorkerObserverTests {
  /// Runs a script of the shell while the function is called with its process.
  private func withShell(_ script: String, _ body: @escaping (pid_t) -> Void) throws {
    var program = ChildProcess(program: "/bin/sh", arguments: ["-c", script])
    program.onStart = { process in
      body(process)
      kill(process, SIGKILL)
    }
    _ = try program.run()
  }

  /// Observes it until it does what is expected, for at most 20 seconds.
  private func expect(_ expected: WorkerCondition, of observer: inout WorkerObserver) {
    let deadline = ContinuousClock.now + .seconds(20)
    while observer.condition() != expected {
      guard .now < deadline else {
        Issue.record("it is never \(expected)")
        return
      }
      usleep(1000)
    }
  }

  @Test("it waits, or a signal has stopped it")
  func stopped() throws {
    try withShell("exec sleep 60") { process in
      var observer = WorkerObserver(process)
      expect(.waiting, of: &observer)
      kill(process, SIGSTOP)
      expect(.stopped, of: &observer)
      kill(process, SIGCONT)
      expect(.waiting, of: &observer)
    }
  }

  @Test("it computes, unless the thread that does runs no tasks")
  func computing() throws {
    try withShell("while :; do :; done") { process in
      var (observer, other) = (WorkerObserver(process), WorkerObserver(process))
      other.taskless = [process]
      for _ in 0..<3 {
        expect(.computing, of: &observer)
        #expect(other.condition() == .waiting)
      }
    }
  }
}
