import CleanseTestSupport
import Foundation
import Testing

/// They went on to accept connections after a reload, and after the end of `host serve`.
@Suite("What the services of host serve leave running", .serialized, .blocking)
struct LeftProcessesTests {
  /// A plugin that leaves a process with the socket, in a session of its own, and writes its process ID to a file.
  private static func plugin(_ file: String) -> ServicePlugin {
    ServicePlugin(
      start: "leave();",
      declarations: """
        #include <fcntl.h>
        static void leave(void) {
          int written[2];
          if (pipe(written) != 0) abort();
          pid_t child = fork();
          if (child == 0) {
            setsid();
            if (fork() != 0) _exit(0);
            prctl(PR_SET_PDEATHSIG, 0);
            signal(SIGTERM, SIG_IGN);
            FILE *file = fopen("\(file)", "w");
            fprintf(file, "%d", getpid());
            fclose(file);
            close(written[0]);
            close(written[1]);
            for (;;) pause();
          }
          char byte;
          close(written[1]);
          while (read(written[0], &byte, 1) > 0) {}
          waitpid(child, NULL, 0);
        }
        """)
  }

  private static func process(_ file: String) throws -> pid_t {
    try #require(pid_t(String(contentsOfFile: file, encoding: .utf8)))
  }

  // The processes that load plugins to check them still ran, and the plugin was said to have left them.
  @Test(
    "is nothing of the host itself, if the first start crashes",
    arguments: ["abort();", "_exit(2);"])
  func none(start: String) throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(start: start).build(in: directory)
    let outcome = try ServingHost(listening(in: directory) + ["--no-cache"], in: directory).end()
    let log = String(decoding: outcome.errors, as: UTF8.self)
    #expect(outcome.status == 1, "\(log)")
    #expect(!log.contains("has left"), "\(log)")
  }

  @Test("ends with its worker, and no sooner", arguments: [false, true])
  func end(isConfined: Bool) throws {
    guard !isConfined || confinesPlugins else { return }
    let (directory, place) = (try TemporaryDirectory(), try TemporaryDirectory())
    try Self.plugin(place.path(of: "1")).build(in: directory)
    let settings = isConfined ? "{\"permissions\": {\"write\": [\"\(place.path)\"]}}" : "{}"
    try directory.write(settings.utf8, to: "host.json")
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    let first = try Self.process(place.path(of: "1"))
    #expect(isRunning(first))
    // A reload that fails ends nothing of the worker that serves.
    try ServicePlugin(start: "CLEANSE_FAIL(error, \"no luck\");").build(in: directory)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 1)
    #expect(isRunning(first))
    try Self.plugin(place.path(of: "2")).build(in: directory)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    let second = try Self.process(place.path(of: "2"))
    eventually("the process of the old worker has ended") { !isRunning(first) }
    try serving.status("served by one worker") { $0.draining == [] }
    #expect(isRunning(second))
    let outcome = try serving.stop()
    #expect(outcome.status == 0)
    #expect(!isRunning(second))
    let log = String(decoding: outcome.errors, as: UTF8.self)
    for process in [first, second] {
      #expect(
        log.contains(" has left the process \(process) (host) running, which is killed\n"), "\(log)"
      )
    }
  }

  @Test("does not include what was started before the supervisor")
  func earlier() throws {
    let (directory, place) = (try TemporaryDirectory(), try TemporaryDirectory())
    try Self.plugin(place.path(of: "1")).build(in: directory)
    let file = place.path(of: "earlier")
    let serving = try ServingHost(
      listening(in: directory), in: directory,
      prefix: [
        "/bin/sh", "-c", "sleep 600 > /dev/null 2>&1 & echo $! > '\(file)'; exec \"$@\"", "sh",
      ])
    try serving.ready()
    let earlier = try #require(
      pid_t(String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .newlines)))
    defer { kill(earlier, SIGKILL) }
    let left = try Self.process(place.path(of: "1"))
    #expect(try serving.stop().status == 0)
    #expect(!isRunning(left))
    #expect(isRunning(earlier))
  }
}
