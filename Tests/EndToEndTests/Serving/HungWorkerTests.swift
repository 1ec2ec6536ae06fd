import CleanseTestSupport
import Foundation
import Testing

/// Without systemd, they hung for ever, and with it, all connections that waited were lost.
@Suite("Workers of host serve that hang", .serialized, .blocking)
struct HungWorkerTests {
  /// A host whose worker keeps its tasks from running when the file `trigger` says so; its server runs on a thread of its own.
  private struct Site {
    let directory: TemporaryDirectory
    let serving: ServingHost

    init(_ options: [String] = [], prefix: [String] = []) throws {
      directory = try TemporaryDirectory()
      try ServicePlugin().build(in: directory)
      try directory.copy(
        ["libBlocking.so", "libBrokenContract.so"], to: "plugins", from: Build.brokenPlugins)
      serving = try ServingHost(
        listening(in: directory) + [
          "--set", "org.cleanse.broken.blocking.trigger=\(directory.path(of: "trigger"))",
          "--hang-time", "1",
        ] + options, in: directory, prefix: prefix)
    }

    /// Has a service keep all threads of tasks busy.
    func trigger(_ text: String) throws {
      try directory.write(text.utf8, to: "trigger.new")
      try #require(
        rename(directory.path(of: "trigger.new"), directory.path(of: "trigger")) == 0)
    }

    /// Expects that another worker replaces the one that hangs, and returns the log.
    func logOfReplacement(_ hung: ServingStatus.Worker, after time: Int = 1) throws -> String {
      let status = try serving.status("replaced") {
        $0.state == "ready" && $0.worker?.generation == 2 && $0.draining == []
      }
      #expect(status.restarts == 1)
      #expect(status.lastEnd?.hasPrefix("has not answered for \(time).0 seconds") == true)
      #expect(!isRunning(hung.process))
      #expect(try answer(in: directory) == "first")
      let outcome = try serving.stop()
      #expect(outcome.status == 0)
      return String(decoding: outcome.errors, as: UTF8.self)
    }
  }

  @Test("are replaced if a signal has stopped them, before they are killed")
  func stopped() throws {
    let site = try Site()
    let worker = try #require(try site.serving.ready().worker)
    kill(worker.process, SIGSTOP)
    let log = try site.logOfReplacement(worker)
    let events = [
      "the worker \(worker.process) hangs: it has not answered for 1.0 seconds, as a signal has stopped it; "
        + "another one replaces it",
      ", 2 plugins, ",
      "killing the worker \(worker.process), which hangs",
    ]
    var rest = log[...]
    for event in events {
      guard let range = rest.range(of: event) else {
        Issue.record("no \(event) at its place in \(log)")
        break
      }
      rest = rest[range.upperBound...]
    }
  }

  @Test("are replaced if a service blocks the threads of all tasks")
  func blocked() throws {
    let site = try Site()
    let worker = try #require(try site.serving.ready().worker)
    try site.trigger("block")
    let log = try site.logOfReplacement(worker)
    #expect(
      log.contains(
        "the worker \(worker.process) hangs: it has not answered for 1.0 seconds; another"),
      "\(log)")
    // Each of them "has not returned from `run`", as it should not.
    #expect(
      log.contains(
        "it runs Blocking.Blocker of org.cleanse.broken.blocking, server * of org.example.server\n"),
      "\(log)")
    #expect(!log.contains("has not returned from `run`"))
  }

  @Test("do not include one that computes, also on one processor", arguments: [false, true])
  func computing(isOnOneProcessor: Bool) throws {
    let taskset = "/usr/bin/taskset"
    let processor = try #require(Self.firstProcessor)
    let site = try Site(prefix: isOnOneProcessor ? [taskset, "-c", "\(processor)"] : [])
    try site.serving.ready()
    try site.trigger("4")
    try site.serving.status("computing") { $0.worker?.responds == false }
    let status = try site.serving.status("done") { $0.worker?.responds == true }
    #expect(status.worker?.generation == 1)
    #expect(status.restarts == 0)
    #expect(try site.serving.stop().status == 0)
  }

  // It computed for ever, and its connections waited.
  @Test("include one that computes for longer than it may")
  func endless() throws {
    let site = try Site(["--compute-time", "2"])
    let worker = try #require(try site.serving.ready().worker)
    try site.trigger("600")
    let log = try site.logOfReplacement(worker, after: 2)
    #expect(
      log.contains("hangs: it has not answered for 2.0 seconds, and computes; another"), "\(log)")
  }

  /// The first processor that this process may use.
  private static var firstProcessor: Int? {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    return status?.firstMatch(of: /Cpus_allowed_list:\t(\d+)/).flatMap { Int($0.output.1) }
  }

  @Test("do not include one whose supervisor did not run either")
  func bothStopped() throws {
    let site = try Site()
    let worker = try #require(try site.serving.ready().worker)
    site.serving.send(SIGSTOP)
    kill(worker.process, SIGSTOP)
    // It waits for ten seconds.
    let run = try host("status", "--control", "c.sock", in: site.directory)
    #expect(run.errors.contains("c.sock does not answer"), "\(run.errors)")
    site.serving.send(SIGCONT)
    kill(worker.process, SIGCONT)
    let status = try site.serving.status("answering") { $0.worker?.responds == true }
    #expect(status.worker?.generation == 1)
    #expect(try site.serving.stop().status == 0)
  }

  @Test("do not include one in a debugger")
  func traced() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(
      start: """
        pid_t worker = getpid();
        int written[2];
        char byte = 0;
        prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
        if (pipe(written) != 0) abort();
        if (fork() == 0) {
          setsid();
          if (ptrace(PTRACE_SEIZE, worker, NULL, NULL) != 0) abort();
          if (write(written[1], &byte, 1) != 1) abort();
          // As a debugger that goes on: if the traced thread got the signal and kept it, the others would not stop.
          int status;
          while (waitpid(worker, &status, __WALL) == worker && WIFSTOPPED(status)) {
            if (status >> 16 == PTRACE_EVENT_STOP) ptrace(PTRACE_LISTEN, worker, NULL, NULL);
            else ptrace(PTRACE_CONT, worker, NULL, (void *)(long)WSTOPSIG(status));
          }
          _exit(0);
        }
        if (read(written[0], &byte, 1) != 1) abort();
        """
    ).build(in: directory)
    let serving = try ServingHost(
      listening(in: directory) + ["--hang-time", "1", "--ready-time", "3", "--stop-time", "1"],
      in: directory)
    let worker = try #require(try serving.ready().worker)
    kill(worker.process, SIGSTOP)
    // Three seconds later, this has failed.
    try ServicePlugin(start: "for (;;) pause();").build(in: directory)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 1)
    let status = try serving.status("not replaced") { $0.worker?.generation == 1 }
    #expect(status.worker?.responds == false)
    #expect(status.restarts == 0)
    kill(worker.process, SIGKILL)
    _ = try serving.stop()
  }
}
