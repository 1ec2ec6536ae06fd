import CleanseTestSupport
import Foundation
import Testing

@Suite("host serve", .serialized, .blocking)
struct ServeTests {
  @Test("runs the services of plugins until SIGTERM, and says so over a socket of its user")
  func run() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(
      listening(in: directory) + ["--log-level", "debug"], in: directory)
    let status = try serving.ready()
    #expect(status.process == serving.process)
    #expect(status.worker?.plugins == ["org.example.server 1.0.0"])
    #expect(status.worker?.services.contains(.init(service: "server *", state: "ready")) == true)
    #expect(try answer(in: directory) == "first")
    var file = stat()
    #expect(stat(directory.path(of: "c.sock"), &file) == 0)
    #expect(file.st_mode & 0o777 == 0o600)
    let outcome = try serving.stop()
    #expect(outcome.status == 0)
    let log = String(decoding: outcome.errors, as: UTF8.self)
    let events = ["starts", "is ready", "stops", "has stopped"]
      .map { "server * of org.example.server \($0)" }
    #expect(
      log.split(separator: "\n").compactMap { line in events.first { line.hasSuffix($0) } }
        == events, "\(log)")
    #expect(!directory.contains("c.sock"))
    #expect(!directory.contains("s.sock"))
    #expect(!isRunning(status.worker?.process ?? 0))
  }

  @Test("shows its state as text")
  func text() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    var run = try host("status", "--control", "c.sock", in: directory)
    #expect(run.status == 0)
    run.output.replace(#/process \d+/#, with: "process N")
    run.output.replace(#/ready for [0-9.]+ s/#, with: "ready for T s")
    expectGolden(run, "serve-status", in: directory)
    #expect(try serving.stop().status == 0)
  }

  @Test("a reload starts the new plugins with the same socket, and no connection fails")
  func reload() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    let first = try serving.ready()
    let load = Load { try answer(in: directory) }
    for number in 1...5 {
      try ServicePlugin(answer: "answer \(number)").build(in: directory)
      let run = try host("reload", "--control", "c.sock", in: directory)
      #expect(run.status == 0, "\(run.errors)")
      try eventually("the new plugin answers") { try answer(in: directory) == "answer \(number)" }
    }
    let answers = load.end()
    #expect(answers.count > 5)
    let expected = ["first"] + (1...5).map { "answer \($0)" }
    #expect(answers.filter { !expected.contains($0) } == [])
    let last = try serving.ready()
    #expect(last.worker?.generation == 6)
    #expect(last.reload?.succeeded == true)
    try eventually("the old workers have ended") {
      try serving.status()?.draining == [] && !isRunning(first.worker?.process ?? 0)
    }
    #expect(try serving.stop().status == 0)
  }

  @Test(
    "a reload of plugins that can't be used fails, and the old ones stay in use",
    arguments: [
      (
        "invalid", ServicePlugin(answer: "new", registration: "CLEANSE_BIND(\"oops\", run, 0);"),
        "plugin/malformed-declaration"
      ),
      (
        "unfit",
        ServicePlugin(
          answer: "new",
          registration:
            "CLEANSE_BIND(\"other *f(missing *key) @x\", make_server, CLEANSE_CONTRIBUTE);"),
        "cleanse/missing-binding"
      ),
      (
        "failing", ServicePlugin(answer: "new", start: "CLEANSE_FAIL(error, \"no luck\");"),
        "server * of org.example.server failed to start: no luck"
      ),
      (
        "crashing", ServicePlugin(answer: "new", start: "*(volatile int *)0 = 1;"),
        "the new worker was ended by SIGSEGV"
      ),
      (
        "exiting", ServicePlugin(answer: "new", start: "exit(0);"),
        "the new worker has ended with status 0"
      ),
      (
        "hanging", ServicePlugin(answer: "new", start: "for (;;) pause();"),
        "the worker is not ready in time: server * of org.example.server is starting"
      ),
      (
        "crashing once it runs",
        ServicePlugin(answer: "new", run: "usleep(50000); *(volatile int *)0 = 1;"),
        "the new worker was ended by SIGSEGV"
      ),
      (
        "ending once it runs", ServicePlugin(answer: "new", run: "usleep(50000); return;"),
        "server * of org.example.server ended"
      ),
    ])
  func badReload(name: String, plugin: ServicePlugin, reason: String) throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(
      listening(in: directory) + ["--ready-time", "2"], in: directory)
    let first = try serving.ready()
    try plugin.build(in: directory)
    let load = Load { try answer(in: directory) }
    let run = try host("reload", "--control", "c.sock", in: directory)
    #expect(run.status == 1)
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(Set(load.end()) == ["first"])
    let status = try serving.ready()
    #expect(status.worker?.process == first.worker?.process)
    #expect(status.reload?.succeeded == false)
    #expect(status.reload?.reasons.contains { $0.contains(reason) } == true)
    #expect(status.restarts == 0)
    try ServicePlugin(answer: "second").build(in: directory)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    // The old worker may accept one more connection.
    try eventually("the new plugin answers") { try answer(in: directory) == "second" }
    #expect(try serving.stop().status == 0)
  }

  @Test("a new worker that answers, but never gets healthy, answers what it has accepted, and ends")
  func unhealthy() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(
      listening(in: directory) + ["--ready-time", "1"], in: directory)
    let first = try serving.ready()
    try ServicePlugin(
      answer: "second",
      registration:
        "CLEANSE_BIND(\"cleanse_health_check *make_check()\", make_check, CLEANSE_CONTRIBUTE);",
      declarations: """
        static void check(void *state, cleanse_error *error) {
          (void)state;
          CLEANSE_FAIL(error, "never well");
        }
        static cleanse_health_check *make_check(void) {
          static cleanse_health_check made = {sizeof made, NULL, NULL, "well", check};
          return &made;
        }
        """
    ).build(in: directory)
    let load = Load { try answer(in: directory) }
    let run = try host("reload", "--control", "c.sock", in: directory)
    #expect(run.status == 1)
    #expect(
      run.errors.contains("not ready in time: health check well fails: never well"), "\(run.errors)"
    )
    try serving.status("drained") { $0.draining == [] }
    #expect(Set(load.end()).isSubset(of: ["first", "second"]))
    #expect(try serving.ready().worker?.process == first.worker?.process)
    #expect(try answer(in: directory) == "first")
    let log = String(decoding: try serving.stop().errors, as: UTF8.self)
    let changes = log.split(separator: "\n").filter {
      $0.hasSuffix("]: health check well fails: never well")
    }
    #expect(changes.count == 1, "\(log)")
  }

  // Every other one failed with "an earlier call has not returned".
  @Test("health checks that take longer than the time between two requests for them pass")
  func slowHealth() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(
      registration:
        "CLEANSE_BIND(\"cleanse_health_check *make_check()\", make_check, CLEANSE_CONTRIBUTE);",
      declarations: """
        static int calls = 0;
        static void check(void *state, cleanse_error *error) {
          (void)state, (void)error;
          // Longer than the two seconds between two requests, which a plugin does not see.
          usleep(2600000);
          if (++calls == 3) fclose(fopen("called", "w"));
        }
        static cleanse_health_check *make_check(void) {
          static cleanse_health_check made = {sizeof made, NULL, NULL, "slow", check};
          return &made;
        }
        """
    ).build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    eventually("three calls") {
      FileManager.default.fileExists(atPath: directory.path(of: "called"))
    }
    let log = String(decoding: try serving.stop().errors, as: UTF8.self)
    #expect(!log.contains("health check slow fails"), "\(log)")
  }

  // The supervisor waited in read(2) for ever: the flags of a pipe belong to all who have it.
  @Test("a plugin that makes all descriptors of its process blocking does not delay the supervisor")
  func blockingDescriptors() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(
      start: """
        for (int file = 0; file < 256; file++) {
          int flags = fcntl(file, F_GETFL);
          // Its own thread would wait for a connection.
          if (flags >= 0 && file != ((server *)instance)->socket) fcntl(file, F_SETFL, flags & ~O_NONBLOCK);
        }
        """, declarations: "#include <fcntl.h>"
    ).build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    let first = try serving.ready()
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    #expect(try serving.ready().worker?.process != first.worker?.process)
    #expect(try serving.stop().status == 0)
  }

  // The status was 0.
  @Test("a service that fails to stop is an error")
  func failingStop() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(stop: #"CLEANSE_FAIL(error, "it is stuck");"#).build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    let outcome = try serving.stop()
    #expect(outcome.status == 1)
    let log = String(decoding: outcome.errors, as: UTF8.self)
    #expect(log.contains("failed to stop: it is stuck"), "\(log)")
  }

  // There was no error before "stopped, with status 1".
  @Test("a start that fails for a warning under --strict says so")
  func strict() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    try directory.write(
      #"{"plugins": {"org.example.absent": {"options": {"a": 1}}}}"#, to: "host.json")
    let run = try host(
      arguments: ["serve", "plugins", "--strict", "--log-level", "error"]
        + listening(in: directory),
      in: directory)
    #expect(run.status == 1)
    #expect(
      run.errors.contains("1 warning counts as an error, as the settings are strict\n"),
      "\(run.errors)")
  }

  // A database that was away ended working services, prevented each start, and made a rollback impossible.
  @Test("a health check that fails anyway delays no start, no restart and no reload")
  func failingHealth() throws {
    let directory = try TemporaryDirectory()
    var plugin = ServicePlugin(
      registration:
        "CLEANSE_BIND(\"cleanse_health_check *make_check()\", make_check, CLEANSE_CONTRIBUTE);",
      declarations: """
        static void check(void *state, cleanse_error *error) {
          (void)state;
          if (access("away", F_OK) == 0) CLEANSE_FAIL(error, "it is away");
        }
        static cleanse_health_check *make_check(void) {
          static cleanse_health_check made = {sizeof made, NULL, NULL, "database", check};
          return &made;
        }
        """)
    try plugin.build(in: directory)
    try directory.write([], to: "away")
    let serving = try ServingHost(listening(in: directory), in: directory)
    let first = try #require(try serving.ready().worker)
    #expect(try answer(in: directory) == "first")
    let probe = try host("status", "--control", "c.sock", "--ready", in: directory)
    #expect(probe.status == 1)
    #expect(probe.output == "not ready: health check database fails: it is away\n")
    kill(first.process, SIGKILL)
    let second = try #require(
      try serving.status("restarted") { $0.state == "ready" && $0.worker?.process != first.process }
        .worker)
    plugin.answer = "second"
    try plugin.build(in: directory)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    try serving.status("reloaded") { $0.worker.map { $0.process != second.process } ?? false }
    try eventually("the new plugin answers") { try answer(in: directory) == "second" }
    try FileManager.default.removeItem(atPath: directory.path(of: "away"))
    try eventually("the check passes again") {
      try host("status", "--control", "c.sock", "--ready", in: directory).status == 0
    }
    #expect(try serving.stop().status == 0)
  }

  @Test("the status says why no worker can be started, until one is")
  func failedStart() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(
      start: "if (access(\"unlucky\", F_OK) == 0) CLEANSE_FAIL(error, \"no luck\");"
    )
    .build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    let worker = try #require(try serving.ready().worker)
    #expect(worker.sockets == ["unix:\(directory.path(of: "s.sock"))"])
    try directory.write("", to: "unlucky")
    kill(worker.process, SIGKILL)
    let status = try serving.status("failed") { $0.failedStart != nil }
    #expect(
      status.failedStart?.reasons == ["server * of org.example.server failed to start: no luck"])
    #expect(status.state == "restarting")
    try ServicePlugin(answer: "good").build(in: directory)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    #expect(try serving.ready().failedStart == nil)
    #expect(try answer(in: directory) == "good")
    #expect(try serving.stop().status == 0)
  }

  @Test("no process of the supervisor keeps its lock, also not one that reports a crash")
  func lockedFile() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(run: "usleep(10000); *(volatile int *)0 = 1;").build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    let supervisor = serving.process
    func holders() -> Set<pid_t> {
      Set(
        children(of: supervisor).filter { child in
          let folder = "/proc/\(child)/fd"
          let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
          return names.contains { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(
              atPath: "\(folder)/\(name)")
            return target?.hasSuffix("c.sock.lock") ?? false
          }
        })
    }
    var kept: Set<pid_t> = []
    // A crash takes a while to report on a busy machine.
    let end = ContinuousClock.now + .seconds(60)
    while try serving.status()?.restarts ?? 0 < 3, ContinuousClock.now < end {
      let first = holders()
      usleep(50_000)
      if !first.isEmpty { kept.formUnion(first.intersection(holders())) }
    }
    // One may have been caught right after the fork, before it has closed it; on a busy machine, twice.
    #expect(kept.count <= 1, "\(kept)")
    #expect(try serving.status()?.restarts ?? 0 >= 3)
    _ = try serving.stop()
  }

  @Test("how a worker has crashed is in the log, with the process and what to do")
  func crashReport() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(run: "usleep(10000); *(volatile int *)0 = 1;").build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.status("restarted") { $0.restarts > 0 }
    let log = String(decoding: try serving.stop().errors, as: UTF8.self)
    let line = log.split(separator: "\n").first { $0.contains("[plugin/crashed]") } ?? ""
    #expect(line.contains(/host serve\[\d+\]: error: .*SIGSEGV in run/), "\(log)")
    #expect(log.contains("lldb -p PROCESS"), "\(log)")
  }

  // The copy of its plugins was removed before the report was written, which named an unnamed function.
  @Test("a crash report of a worker that a reload has started names the function")
  func crashInReload() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(
      listening(in: directory) + ["--log", "log.txt"], in: directory)
    try serving.ready()
    try ServicePlugin(start: "*(volatile int *)0 = 0;").build(in: directory)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 1)
    eventually("the report is in the log") {
      let log = String(decoding: readFile(directory.path(of: "log.txt")) ?? [], as: UTF8.self)
      return log.contains("SIGSEGV in start of org.example.server.so")
    }
    #expect(try serving.stop().status == 0)
  }

  @Test("a stop while a new worker is on trial stops both, also one that does not end")
  func stopInTrial() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(
      listening(in: directory) + ["--stop-time", "1"], in: directory)
    try serving.ready()
    try ServicePlugin(answer: "second", stop: "for (;;) pause();").build(in: directory)
    serving.send(SIGHUP)
    try eventually("the new worker answers") { try answer(in: directory) == "second" }
    let outcome = try serving.stop()
    #expect(outcome.status == 1)
    let log = String(decoding: outcome.errors, as: UTF8.self)
    #expect(log.contains("which has not stopped after 1.0 seconds"), "\(log)")
    #expect(log.split(separator: "\n").count { $0.contains(": process ") } == 1, "\(log)")
  }

  @Test("a worker that another process traces is replaced as well")
  func traced() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(
      start: "pid_t parent = getpid(); prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0); "
        + "if (!fork()) { setsid(); ptrace(PTRACE_SEIZE, parent, NULL, NULL); sleep(8); _exit(0); } "
        + "usleep(100000);"
    ).build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    let worker = try #require(try serving.ready().worker)
    kill(worker.process, SIGKILL)
    let killed = ContinuousClock.now
    try serving.status("restarted") { $0.restarts == 1 && $0.worker != nil }
    #expect(killed.duration(to: .now) < .seconds(7))
    #expect(try serving.stop().status == 0)
  }

  // Only `host validate` reported it.
  @Test(
    "a plugin that the settings name, and that is not there, is a warning of serve and of reload")
  func misnamed() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    try directory.write(
      #"{"plugins": {"org.example.sever": {"enabled": false}}}"#.utf8, to: "host.json")
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    let warning = "the configuration names `org.example.sever`, and there is no such plugin"
    let run = try host("reload", "--control", "c.sock", in: directory)
    #expect(run.status == 0)
    #expect(run.errors.contains(warning), "\(run.errors)")
    #expect(try serving.ready().reload?.warnings?.first?.contains(warning) == true)
    let log = String(decoding: try serving.stop().errors, as: UTF8.self)
    #expect(log.split(separator: "\n").count { $0.contains(warning) } == 2, "\(log)")
  }

  // A program without one could not be reloaded, which nothing said.
  @Test("the lack of a place for the control socket is said at the start")
  func withoutControl() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(start: "CLEANSE_FAIL(error, \"no luck\");").build(in: directory)
    let run = try host(arguments: ["serve", "plugins"] + listening(in: directory), in: directory)
    #expect(
      run.errors.contains(
        "there is no control socket, as neither RUNTIME_DIRECTORY nor XDG_RUNTIME_DIR is set: `host reload` and `host status` "
          + "can't reach this process\n"), "\(run.errors)")
    let other = try host(
      arguments: ["serve", "plugins", "--control", "c.sock"] + listening(in: directory),
      in: directory)
    #expect(!other.errors.contains("there is no control socket"), "\(other.errors)")
  }

  @Test("without services there is nothing to serve")
  func nothing() throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: directory.path(of: "plugins"), withIntermediateDirectories: true)
    let outcome = try ServingHost(in: directory).end()
    #expect(outcome.status == 1)
    let log = String(decoding: outcome.errors, as: UTF8.self)
    #expect(log.contains("there is nothing to serve: no plugin contributes a service"), "\(log)")
  }

  // The worker waited for the reader.
  @Test("a reader of the log that is stuck blocks neither the supervisor nor its services")
  func blockedLog() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    // A pipe whose reader reads nothing, and that is full.
    let script = """
      mkfifo log && exec 3<>log && head -c 65536 /dev/zero >log && exec "$@" 2>log
      """
    let serving = try ServingHost(
      listening(in: directory), in: directory, prefix: ["/bin/sh", "-c", script, "sh"])
    try serving.ready()
    #expect(try answer(in: directory) == "first")
    #expect(try serving.stop().status == 0)
  }

  @Test("as the first process of a container, takes the processes that plugins leave behind")
  func adopted() throws {
    let directory = try TemporaryDirectory()
    let unshare = "/usr/bin/unshare"
    let trial = try ChildProcess(
      program: unshare, arguments: ["--pid", "--fork", "/bin/true"], directory: directory.path
    ).run()
    guard trial.status == 0 else {
      try skip(because: "this user can't create a PID namespace")
    }
    // Its child has a child that outlives it.
    try ServicePlugin(
      start: "pid_t child = fork(); if (!child) { if (!fork()) usleep(200000); _exit(0); } "
        + "waitpid(child, NULL, 0);"
    ).build(in: directory)
    let serving = try ServingHost(
      listening(in: directory), in: directory, prefix: [unshare, "--pid", "--fork"])
    let status = try serving.ready()
    #expect(status.process == 1)
    let supervisor = try #require(children(of: serving.process).first)
    usleep(400_000)
    eventually("only the worker is left") { children(of: supervisor).count == 1 }
    kill(supervisor, SIGTERM)
    #expect(try serving.end().status == 0)
  }

  /// The child processes of a process, also those that have ended and were not waited for.
  private func children(of process: pid_t) -> [pid_t] {
    let path = "/proc/\(process)/task/\(process)/children"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: " ").compactMap { pid_t($0) }
  }

  @Test("a worker that is killed is replaced")
  func killed() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    let worker = try #require(try serving.ready().worker)
    kill(worker.process, SIGKILL)
    let status = try serving.status("restarted") { $0.restarts == 1 && $0.worker != nil }
    #expect(status.worker?.generation == 2)
    #expect(status.lastEnd == "was ended by SIGKILL")
    #expect(try answer(in: directory) == "first")
    #expect(try serving.stop().status == 0)
  }

  @Test("a service that ends by itself ends the worker, which is started again ever later")
  func ending() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(run: "usleep(100000); return;").build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    try eventually("three restarts") { try (serving.status()?.restarts ?? 0) >= 3 }
    let outcome = try serving.stop()
    let log = String(decoding: outcome.errors, as: UTF8.self)
    #expect(log.contains("server * of org.example.server ended\n"))
    #expect(log.contains("starting a worker again in 0.1 s"), "\(log)")
    #expect(log.contains("starting a worker again in 0.2 s"), "\(log)")
  }

  @Test("the worker ends with the supervisor")
  func orphan() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    let worker = try #require(try serving.ready().worker)
    serving.send(SIGKILL)
    _ = try serving.end()
    eventually("the worker has ended") { !isRunning(worker.process) }
    // The sockets that it has left are replaced.
    let next = try ServingHost(listening(in: directory), in: directory)
    try next.ready()
    #expect(try answer(in: directory) == "first")
    #expect(try next.stop().status == 0)
  }

  @Test(
    "ends at once with the reason if the first worker can't start",
    arguments: [
      ("invalid", "CLEANSE_BIND(\"oops\", run, 0);", "", Int32(1)),
      ("failing", "", "CLEANSE_FAIL(error, \"no luck\");", 1),
      ("crashing", "", "raise(SIGSEGV);", 1),
    ])
  func firstFailure(name: String, registration: String, start: String, status: Int32) throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(start: start, registration: registration).build(in: directory)
    let outcome = try ServingHost(listening(in: directory), in: directory).end()
    #expect(outcome.status == status)
    #expect(!directory.contains("c.sock"))
  }

  @Test("a wrong command line, or a missing directory, is reported like that of other commands")
  func usage() throws {
    let directory = try TemporaryDirectory()
    let missing = try host("serve", "nowhere", "--control", "c.sock", in: directory)
    #expect(missing.status == 2)
    #expect(missing.errors.contains("nowhere"))
    let wrong = try host("serve", "--stop-time", "soon", in: directory)
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("--stop-time"))
    let none = try host("status", "--control", "c.sock", in: directory)
    #expect(none.status == 3)
    #expect(none.errors.contains("no process serves with the control socket c.sock"))
    #expect(try host("reload", in: directory).status == 2)
    #expect(try host("serve", "--help", in: directory).status == 0)
  }

  @Test("a second program can't take the control socket, nor replace another file")
  func taken() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    let second = try ServingHost(listening(in: directory), in: directory).end()
    #expect(second.status == 3)
    let errors = String(decoding: second.errors, as: UTF8.self)
    #expect(errors.contains("another process serves with the control socket"), "\(errors)")
    #expect(try serving.ready().restarts == 0)
    #expect(try serving.stop().status == 0)
    _ = try directory.write("important", to: "c.sock")
    let third = try ServingHost(listening(in: directory), in: directory).end()
    #expect(third.status == 3)
    #expect(try directory.text(of: "c.sock") == "important")
  }

  // The path was removed, whatever was there.
  @Test("at its end, a program leaves a file that has replaced its control socket")
  func replacedSocket() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    directory.remove("c.sock")
    try directory.write("important", to: "c.sock")
    #expect(try serving.stop().status == 0)
    #expect(try directory.text(of: "c.sock") == "important")
  }

  // The answer was awaited for ever.
  @Test("the status of a program that is stopped is an error")
  func stoppedSupervisor() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    serving.send(SIGSTOP)
    let run = try host("status", "--control", "c.sock", in: directory)
    serving.send(SIGCONT)
    #expect(run.status == 3)
    #expect(run.errors.contains("c.sock does not answer"), "\(run.errors)")
    #expect(try serving.stop().status == 0)
  }

  @Test("an address that is in use is an error of the service, with the address")
  func addressInUse() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let first = try ServingHost(listening(in: directory), in: directory)
    try first.ready()
    let run = try host(
      arguments: ["serve", "plugins", "--control", "d.sock"] + listening(in: directory),
      in: directory)
    #expect(run.status == 1)
    #expect(run.errors.contains("Address already in use"), "\(run.errors)")
    #expect(try first.stop().status == 0)
  }

  @Test("a service that does not stop is killed after the deadline")
  func stubborn() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(stop: "for (;;) pause();").build(in: directory)
    let serving = try ServingHost(
      listening(in: directory) + ["--stop-time", "1"], in: directory)
    let worker = try #require(try serving.ready().worker)
    let outcome = try serving.stop()
    #expect(outcome.status == 1)
    let log = String(decoding: outcome.errors, as: UTF8.self)
    #expect(log.contains("which has not stopped after 1.0 seconds"), "\(log)")
    #expect(
      log.contains("server * of org.example.server has not returned from `run` or `stop`\n"),
      "\(log)")
    #expect(!isRunning(worker.process))
  }

  @Test("ends in order wherever the signal arrives, and leaves no process")
  func interrupted() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    var generator = SeededGenerator.announced("signals at the start")
    for _ in 0..<15 {
      let serving = try ServingHost(listening(in: directory), in: directory)
      usleep(UInt32.random(in: 0..<150_000, using: &generator))
      serving.send(Bool.random(using: &generator) ? SIGTERM : SIGINT)
      let outcome = try serving.end()
      // Before the supervisor receives signals, they end the process.
      #expect([0, 128 + SIGTERM, 128 + SIGINT].contains(outcome.status), "\(outcome)")
    }
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    #expect(try serving.stop().status == 0)
  }

  @Test("a stop during a slow start stops what has started, in order")
  func stopWhileStarting() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(
      registration: "CLEANSE_SERVICE(\"slow *make_slow(server *server)\", make_server, &slow);",
      declarations: """
        static void start_slowly(void *instance, cleanse_error *error) {
          (void)instance, (void)error;
          sleep(3);
        }
        static const cleanse_service slow = {sizeof slow, start_slowly, NULL, NULL, 0, 0, 0};
        """
    ).build(in: directory)
    let serving = try ServingHost(
      listening(in: directory) + ["--log-level", "debug"], in: directory)
    try eventually("the server answers") { try answer(in: directory) == "first" }
    let outcome = try serving.stop()
    #expect(outcome.status == 0)
    let log = String(decoding: outcome.errors, as: UTF8.self)
    #expect(log.contains("server * of org.example.server has stopped\n"), "\(log)")
    #expect(!log.contains("has ended with status"), "\(log)")
  }

  @Test("SIGHUP reloads; signals during a reload are followed by another one")
  func hangup() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    try ServicePlugin(answer: "second").build(in: directory)
    serving.send(SIGHUP)
    usleep(5000)
    try ServicePlugin(answer: "third").build(in: directory)
    for _ in 0..<20 { serving.send(SIGHUP) }
    try eventually("the last plugin") { try answer(in: directory) == "third" }
    #expect(try serving.stop().status == 0)
  }

  @Test("--watch reloads after a change, and not after one of a neighbour")
  func watch() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(listening(in: directory) + ["--watch"], in: directory)
    try serving.ready()
    try ServicePlugin(answer: "second").build(in: directory)
    try eventually("the new plugin") { try answer(in: directory) == "second" }
    let generation = try serving.ready().worker?.generation
    // The directory disappears: the old plugins stay in use.
    try FileManager.default.moveItem(
      atPath: directory.path(of: "plugins"), toPath: directory.path(of: "gone"))
    try serving.status("failed") { $0.reload?.succeeded == false }
    #expect(try answer(in: directory) == "second")
    try FileManager.default.moveItem(
      atPath: directory.path(of: "gone"), toPath: directory.path(of: "plugins"))
    try serving.status("reloaded") { $0.reload?.succeeded == true }
    #expect(try serving.ready().worker?.generation != generation)
    #expect(try serving.stop().status == 0)
  }

  @Test("--watch notices a change while a worker starts")
  func watchWhileStarting() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(listening(in: directory) + ["--watch"], in: directory)
    try serving.ready()
    try ServicePlugin(answer: "second", start: "sleep(1);").build(in: directory)
    try serving.status("reloading") { $0.state == "reloading" }
    usleep(300_000)
    try ServicePlugin(answer: "third").build(in: directory)
    try eventually("the last plugin") { try answer(in: directory) == "third" }
    #expect(try serving.stop().status == 0)
  }

  @Test("--watch follows symbolic links, also one that leads elsewhere later")
  func watchLinks() throws {
    let directory = try TemporaryDirectory()
    for (folder, text) in [("v2", "second"), ("v1", "first")] {
      try ServicePlugin(answer: text).build(in: directory)
      try FileManager.default.moveItem(
        atPath: directory.path(of: "plugins"), toPath: directory.path(of: folder))
    }
    #expect(symlink("current", directory.path(of: "plugins")) == 0)
    #expect(symlink("v1", directory.path(of: "current")) == 0)
    let serving = try ServingHost(listening(in: directory) + ["--watch"], in: directory)
    try serving.ready()
    #expect(symlink("v2", directory.path(of: "next")) == 0)
    #expect(rename(directory.path(of: "next"), directory.path(of: "current")) == 0)
    try eventually("the other plugin") { try answer(in: directory) == "second" }
    #expect(try serving.stop().status == 0)
  }
}
