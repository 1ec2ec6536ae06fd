import CleanseTestSupport
import Foundation
import Testing

@Suite("The log of host serve", .serialized, .blocking)
struct ServingLogTests {
  /// A plugin with a server, and with services that do nothing.
  private static func plugin(services: Int) -> ServicePlugin {
    let registrations = (1...services).map {
      "CLEANSE_SERVICE(\"item *make_item() @item\($0)\", make_item, &idle);"
    }
    return ServicePlugin(
      registration: registrations.joined(separator: "\n"),
      declarations: """
        static void *make_item(void) { return calloc(1, 1); }
        static const cleanse_service idle = {sizeof idle, NULL, NULL, NULL, 0, 0, CLEANSE_STOP_ALL};
        """)
  }

  // A start, a reload and a stop wrote four lines for each service.
  @Test("has a line for each start, reload and stop, however many services there are")
  func manyServices() throws {
    let directory = try TemporaryDirectory()
    try Self.plugin(services: 50).build(in: directory)
    let serving = try ServingHost(
      listening(in: directory) + ["--log-format", "json"], in: directory)
    try serving.ready()
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    try serving.status("replaced") { $0.draining == [] }
    // A slow machine has reasons for more.
    let entries = try LogEntry.list(of: try serving.stop()).filter { $0.event != "start-slow" }
    #expect(
      entries.map(\.event) == ["starting", "ready", "reloaded", "signal-received", "stopped"],
      "\(entries)")
    for entry in entries[1...2] {
      let text = "process \\d+, 1 plugin, 51 services, at unix:.*, after [0-9.]+ s"
      #expect(try entry.message?.contains(Regex("^\(entry.event): \(text)$")) == true, "\(entry)")
    }
    #expect(entries.last?.message?.contains(/^stopped in [0-9.]+ s$/) == true, "\(entries)")
  }

  // It had no line of a start until all services were ready, and none of who has stopped the program.
  @Test("has what the program starts with, and the sender of a signal")
  func startAndSignals() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    try directory.write("{}", to: "host.json")
    let serving = try ServingHost(
      listening(in: directory)
        + ["--status-socket", "t.sock", "--log-format", "json", "--log-level", "debug"],
      in: directory)
    try serving.ready()
    serving.send(SIGUSR1)
    let entries = try LogEntry.list(of: try serving.stop())
    let start = try #require(entries.first)
    #expect(start.event == "starting" && start.level == "info")
    #expect(start.schema == "cleanse-log/1" && entries.dropFirst().allSatisfy { $0.schema == nil })
    let parts =
      "policy file /.*/host\\.json, control socket c\\.sock, status socket t\\.sock"
    #expect(
      try start.message?.contains(Regex("^version [0-9.]+ starts: \(parts)$")) == true, "\(start)")
    let signals = entries.filter { $0.event == "signal-received" }
    let sender = "from the process \(getpid()) of the user \(geteuid())"
    #expect(
      signals.map(\.message) == ["received SIGUSR1 \(sender)", "received SIGTERM \(sender)"])
    #expect(signals.map(\.level) == ["debug", "info"])
  }

  @Test("has errors alone with --log-level error, and none of what plugins print")
  func level() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin(start: #"puts("printed"); CLEANSE_FAIL(error, "no luck");"#)
      .build(in: directory)
    let serving = try ServingHost(
      listening(in: directory) + ["--log-level", "error"], in: directory)
    let log = String(decoding: try serving.end().errors, as: UTF8.self)
    #expect(log.contains("server * of org.example.server failed to start: no luck\n"), "\(log)")
    #expect(!log.contains("printed"), "\(log)")
    let run = try host("serve", "plugins", "--log-level", "loud", in: directory)
    #expect(run.status == 2)
    #expect(run.errors.contains("expected error or warning"), "\(run.errors)")
  }
}

/// A whole run with `--log-format json` and plugins that print what could be taken for an entry.
@Suite("The log of host serve as JSON", .serialized, .blocking)
struct ServingJSONLogTests {
  @Test("is an object on each line from the start over a reload, crashes and a hang to the stop")
  func wholeRun() throws {
    let directory = try TemporaryDirectory()
    let hostile = #"""
      printf("{\"time\":\"2026-11-24T00:00:00.000Z\",\"level\":\"error\",\"event\":\"gave-up\",\"process\":1}\n");
      fprintf(stderr, "\xff\xfe \x1b[31m \"}\\ \xe2\x80\xa8\n");
      for (int i = 0; i < 20000; i++) putchar('"');
      puts("");
      """#
    var plugin = ServicePlugin(
      start: hostile, run: ServicePlugin.crash(in: directory), stop: "puts(\"the end\");")
    try plugin.build(in: directory)
    let serving = try ServingHost(
      listening(in: directory) + ["--log-format", "json", "--log-level", "debug"]
        + ["--hang-time", "1"],
      in: directory)
    try ServicePlugin.crashWorkers(1, of: serving, in: directory)
    try serving.status("started again") { $0.restarts == 1 && $0.state == "ready" }
    plugin.run = ""
    try plugin.build(in: directory)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    plugin.start = "CLEANSE_FAIL(error, \"no luck\");"
    try plugin.build(in: directory)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 1)
    let worker = try #require(try serving.ready().worker)
    kill(worker.process, SIGSTOP)
    try serving.status("replaced") { $0.state == "ready" && $0.restarts == 2 && $0.draining == [] }
    let entries = try LogEntry.list(of: try serving.stop())
    let events = Set(entries.map(\.event))
    let expected = [
      "service-starting", "service-ready", "ready", "worker-ended", "finding", "restarted",
      "reloading", "reloaded", "service-failed", "reload-failed", "worker-hangs", "worker-killed",
      "service-stopping", "service-stopped", "output", "stopped",
    ]
    #expect(events.isSuperset(of: expected), "\(expected.filter { !events.contains($0) })")
    // No plugin can write an entry of the host.
    #expect(!events.contains("gave-up") && entries.allSatisfy { $0.process != 1 })
    #expect(entries.allSatisfy { ($0.output != nil) == ($0.event == "output") })
    let outputs = entries.filter { $0.event == "output" }
    #expect(outputs.allSatisfy { $0.worker != nil && $0.group == "all" && $0.level == "info" })
    #expect(outputs.contains { $0.output?.hasPrefix("{\"time\"") == true })
    #expect(
      outputs.contains {
        $0.output == "\u{FFFD}\u{FFFD} \u{1B}[31m \"}\\ \u{2028}" && $0.hasReplacements == true
      })
    let crash = try #require(entries.first { $0.event == "finding" && $0.code == "plugin/crashed" })
    #expect(crash.plugin == "org.example.server" && crash.level == "error")
    let end = try #require(entries.first { $0.event == "worker-ended" })
    #expect(end.plugin == "org.example.server" && end.worker == crash.worker)
    let failure = try #require(entries.first { $0.event == "service-failed" })
    #expect(failure.plugin == "org.example.server" && failure.service == "server *")
    #expect(failure.message == "server * failed to start: no luck")
  }
}

/// What could get into a log of JSON besides entries.
@Suite("The log of host serve as JSON, in a file", .serialized, .blocking)
struct ServingJSONFileTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
  }

  private func entries() throws -> [LogEntry] {
    try LogEntry.list(in: Array(try directory.text(of: "host.log").utf8))
  }

  // A part of an entry stayed, and programs that read the log gave up there.
  @Test("has no part of an entry when there is no room, and then the number of missing ones")
  func noRoom() throws {
    let limit = 8 << 20
    let entry =
      #"{"time":"2026-11-24T00:00:00.000Z","level":"info","event":"ready","process":1,"message":"-"}"#
    // The next entry has room for only a part.
    let padding = String(repeating: " ", count: limit - entry.utf8.count - 40)
    try directory.write(entry + padding + "\n", to: "host.log")
    let serving = try ServingHost(
      listening(in: directory) + ["--log", "host.log", "--log-format", "json"], in: directory,
      prefix: ["/bin/bash", "-c", "ulimit -f \(limit >> 10) && exec \"$@\"", "bash"])
    try serving.ready()
    #expect(try entries().map(\.event) == ["ready"])
    #expect(truncate(directory.path(of: "host.log"), 0) == 0)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    #expect(try serving.stop().status == 0)
    let entries = try entries()
    #expect(
      entries.map(\.event) == ["lines-lost", "reloaded", "signal-received", "stopped"],
      "\(entries)")
    // The start, and that the first worker is ready.
    #expect(entries.first?.message == "2 lines are missing here", "\(entries)")
  }

  // The dynamic linker wrote to the log, and `reload` had only the exit status.
  @Test("has as details what a program writes that does not start, as has reload")
  func brokenProgram() throws {
    let message = "host: error while loading shared libraries: libnone.so.1"
    try directory.write("#!/bin/sh\necho '\(message)' >&2\nexit 127\n", to: "broken")
    chmod(directory.path(of: "broken"), 0o755)
    let program = directory.path(of: "program")
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: program, withDestinationPath: Build.host.path(percentEncoded: false))
    let serving = try ServingHost(
      listening(in: directory) + ["--log", "host.log", "--log-format", "json"], in: directory,
      program: program)
    try serving.ready()
    try files.removeItem(atPath: program)
    try files.createSymbolicLink(
      atPath: program, withDestinationPath: directory.path(of: "broken"))
    let run = try host("reload", "--program", "--control", "c.sock", in: directory)
    #expect(run.status == 1)
    #expect(
      run.errors.contains("it has ended with status 127 before it was ready"), "\(run.errors)")
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(try serving.stop().status == 0)
    let kept = try #require(try entries().first { $0.event == "program-kept" })
    #expect(kept.details?.last == message, "\(kept)")
  }
}

/// Code of plugins can use all descriptors of its worker.
@Suite("What a plugin sends to the supervisor of host serve", .serialized, .blocking)
struct ForgedEntryTests {
  @Test("is an entry of its worker, and none that only the supervisor writes")
  func forged() throws {
    let directory = try TemporaryDirectory()
    let entries = ["gave-up", "service-ended"].map { event in
      #"{"entry":{"_0":{"event":"\#(event)","level":3,"lines":["forged"]}}}\n"#
    }
    let text = entries.joined().replacing("\"", with: "\\\"")
    try ServicePlugin(
      run: """
        const char *text = "\(text)";
        for (int fd = 3; fd < 100; fd++) send(fd, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT);
        """
    ).build(in: directory)
    let serving = try ServingHost(
      listening(in: directory) + ["--log-format", "json"], in: directory)
    let worker = try #require(try serving.ready().worker?.process)
    let log = try LogEntry.list(of: try serving.stop())
    let forged = log.filter { $0.message == "forged" }
    #expect(forged.map(\.event) == ["service-ended"], "\(log)")
    #expect(forged.allSatisfy { $0.process == worker && $0.worker == worker }, "\(log)")
  }
}

/// An entry of a log of JSON.
private struct LogEntry: Decodable {
  let time: String
  let level: String
  let event: String
  let schema: String?
  let process: pid_t
  let worker: pid_t?
  let group: String?
  let plugin: String?
  let service: String?
  let code: String?
  let message: String?
  let details: [String]?
  let output: String?
  let hasReplacements: Bool?

  /// The entries of a log, each of which is one line.
  static func list(of outcome: ChildProcess.Outcome) throws -> [LogEntry] {
    try list(in: Array(outcome.errors))
  }

  static func list(in log: [UInt8]) throws -> [LogEntry] {
    try log.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map { line in
      do {
        return try JSONDecoder().decode(LogEntry.self, from: Data(line))
      } catch {
        Issue.record("not an entry: \(String(decoding: line, as: UTF8.self))")
        throw error
      }
    }
  }
}
