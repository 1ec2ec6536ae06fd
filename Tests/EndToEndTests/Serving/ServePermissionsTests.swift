import CleanseTestSupport
import Foundation
import Testing

@Suite(
  "The permissions of host serve", .serialized, .blocking,
  .enabled(if: confinesPlugins, "the system has neither Landlock nor seccomp"))
struct ServePermissionsTests {
  @Test("a worker serves from inherited sockets, and is refused what they don't list")
  func serve() throws {
    let directory = try TemporaryDirectory()
    let (place, elsewhere) = (try TemporaryDirectory(), try TemporaryDirectory())
    let plugin = ServicePlugin(
      start: """
        int file = open("\(place.path)/state", O_CREAT | O_WRONLY, 0600);
        if (file < 0 || write(file, "x", 1) != 1) error->fail(error, "can't write its state");
        if (open("\(elsewhere.path)/state", O_CREAT | O_WRONLY, 0600) >= 0) abort();
        if (socket(AF_INET, SOCK_STREAM, 0) >= 0) abort();
        """,
      declarations: "#include <fcntl.h>\n#include <sys/stat.h>")
    try plugin.build(in: directory)
    try directory.write(
      "{\"permissions\": {\"write\": [\"\(place.path)\"]}}".utf8, to: "host.json")
    let serving = try ServingHost(listening(in: directory), in: directory)
    let status = try serving.ready()
    #expect(status.worker?.permissions == "enforced")
    #expect(try answer(in: directory) == "first")
    #expect(place.contains("state"))
    let text = try host("status", "--control", "c.sock", in: directory).output
    #expect(
      text.contains("\npermissions  enforced: plugins may do only what `permissions` lists\n"))
    let outcome = try serving.stop()
    #expect(outcome.status == 0)
    let log = String(decoding: outcome.errors, as: UTF8.self)
    let worker = "host serve[\(status.worker?.process ?? 0)]: a plugin tried to "
    #expect(
      log.contains("\(worker)open an IPv4 socket, which `permissions` do not allow\n"), "\(log)")
    #expect(log.contains("\(worker)write to `\(elsewhere.path)/state`"), "\(log)")
  }

  @Test("a reload applies the permissions as they are then")
  func reload() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(
      start: """
        if (socket(AF_INET, SOCK_STREAM, 0) < 0) error->fail(error, "it has no socket");
        """
    ).build(in: directory)
    try directory.write("{}".utf8, to: "host.json")
    let serving = try ServingHost(listening(in: directory), in: directory)
    #expect(try serving.ready().worker?.permissions == "none")
    try directory.write(#"{"permissions": {}}"#.utf8, to: "host.json")
    let failed = try host("reload", "--control", "c.sock", in: directory)
    #expect(failed.status == 1 && failed.errors.contains("it has no socket"), "\(failed.errors)")
    try directory.write(
      #"{"permissions": {"ports": {"connect": [443]}}}"#.utf8, to: "host.json")
    let reload = try host("reload", "--control", "c.sock", in: directory)
    #expect(reload.status == 0, "\(reload.errors)")
    #expect(try serving.ready().worker?.permissions == "enforced")
    #expect(try serving.stop().status == 0)
  }

  @Test("what is recorded is enough for the same services")
  func record() throws {
    let directory = try TemporaryDirectory()
    let place = try TemporaryDirectory()
    try ServicePlugin(
      start: """
        if (open("\(place.path)/state", O_CREAT | O_WRONLY, 0600) < 0
          || open("\(place.path)/state", O_RDONLY) < 0) error->fail(error, "it has no state");
        """,
      declarations: "#include <fcntl.h>"
    ).build(in: directory)
    let recording = try ServingHost(
      listening(in: directory) + ["--record-permissions", "recorded.json"], in: directory)
    #expect(try recording.ready().worker?.permissions == "none")
    #expect(try answer(in: directory) == "first")
    #expect(try recording.stop().status == 0)
    let recorded = try String(
      contentsOf: directory.url.appending(path: "recorded.json"), encoding: .utf8)
    #expect(recorded.contains("\"\(place.path)\""), "\(recorded)")
    let confined = try ServingHost(
      listening(in: directory) + ["--config", "recorded.json"], in: directory)
    #expect(try confined.ready().worker?.permissions == "enforced")
    #expect(try answer(in: directory) == "first")
    let outcome = try confined.stop()
    #expect(outcome.status == 0)
    #expect(!String(decoding: outcome.errors, as: UTF8.self).contains("a plugin tried"))
  }

  /// The supervisor, which is not confined, opened a socket at any address for a worker.
  @Test("a worker has no other sockets opened by the supervisor than its settings name")
  func sockets() throws {
    for (settings, isOpened) in [("{}", true), (#"{"permissions": {}}"#, false)] {
      let directory = try TemporaryDirectory()
      try ServicePlugin(
        start: """
          static const char request[] = "unix:\(directory.path)/other.sock\\n";
          for (int file = 3; file < 64; file++)
            send(file, request, sizeof request - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
          """
      ).build(in: directory)
      try directory.write(settings.utf8, to: "host.json")
      let serving = try ServingHost(listening(in: directory), in: directory)
      try serving.ready()
      #expect(directory.contains("other.sock") == isOpened)
      #expect(try answer(in: directory) == "first")
      _ = try serving.stop()
    }
  }

  @Test("a worker ends with its processes when the supervisor has been killed")
  func orphan() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(
      start: """
        if (fork() == 0) for (;;) pause();
        """,
      // Otherwise the worker would end by itself.
      stop: "for (;;) pause();"
    ).build(in: directory)
    try directory.write(#"{"permissions": {}}"#.utf8, to: "host.json")
    let serving = try ServingHost(
      listening(in: directory) + ["--stop-time", "1"], in: directory)
    let worker = try #require(try serving.ready().worker?.process)
    serving.send(SIGKILL)
    _ = try serving.end()
    eventually("the worker and its processes have ended") {
      kill(-worker, 0) != 0 || !isRunning(worker) && processes(inGroup: worker).isEmpty
    }
  }

  /// The running processes of a group.
  private func processes(inGroup group: pid_t) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { getpgid($0) == group && isRunning($0) }
  }
}
