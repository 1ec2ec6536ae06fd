import CleanseTestSupport
import Foundation
import Testing

@Suite("Slow starts of host serve", .serialized, .blocking)
struct SlowStartTests {
  /// A plugin with a server that starts when a file is there, and with a service that waits for it.
  private static func plugin(startingWhen file: String) -> ServicePlugin {
    ServicePlugin(
      answer: "second", start: "while (access(\"\(file)\", F_OK) != 0) usleep(10000);",
      registration: "CLEANSE_SERVICE(\"web *make_web(server *server)\", make_server, &web);",
      declarations:
        "static const cleanse_service web = {sizeof web, NULL, NULL, NULL, 0, 0, 0};")
  }

  private static let step = "server * of org.example.server is starting"
  private static let slow = "\(step), for 1 s so far"
  private static let waiting = "web * of org.example.server waits for server *"

  @Test("say which service waits for what in the log, the status and the answer to reload")
  func names() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    try Self.plugin(startingWhen: directory.path(of: "go")).build(in: directory)
    let reload = Answer { try host("reload", "--control", "c.sock", in: directory) }
    let status = try serving.status("starting for a second") {
      $0.candidate?.steps.contains { $0.step == Self.step && $0.seconds >= 1 } == true
    }
    #expect(
      status.candidate?.services == [
        .init(service: "server *", state: "starting"),
        .init(service: "web *", state: "waiting", waitsFor: ["server *"]),
      ])
    #expect(status.worker?.generation == 1 && status.candidate?.generation == 2)
    let text = try host("status", "--control", "c.sock", in: directory).output
    #expect(text.contains("web * of org.example.server: waiting for server *\n"), "\(text)")
    try directory.write("".utf8, to: "go")
    let run = try reload.value()
    #expect(run.status == 0)
    #expect(
      run.errors == "host: the new plugins are not ready yet\n  \(Self.slow)\n  \(Self.waiting)\n")
    #expect(try serving.ready().candidate == nil)
    let log = String(decoding: try serving.stop().errors, as: UTF8.self)
    #expect(log.contains("is not ready yet: \(Self.slow)\n"), "\(log)")
    #expect(log.contains(": \(Self.waiting)\n"), "\(log)")
  }

  @Test("that take too long say so as well")
  func timeout() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(
      listening(in: directory) + ["--ready-time", "2"], in: directory)
    try serving.ready()
    try Self.plugin(startingWhen: directory.path(of: "never")).build(in: directory)
    let run = try host("reload", "--control", "c.sock", in: directory)
    #expect(run.status == 1)
    let reason =
      "the worker is not ready in time: \(Self.step); \(Self.waiting)"
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(try serving.ready().reload?.reasons.first == reason)
    #expect(try serving.stop().status == 0)
  }

  @Test("name a health check that does not return: the worker was only \"not ready in time\"")
  func healthCheck() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(
      listening(in: directory) + ["--ready-time", "2"], in: directory)
    try serving.ready()
    try ServicePlugin(
      registration:
        "CLEANSE_BIND(\"cleanse_health_check *make_check()\", make_check, CLEANSE_CONTRIBUTE);",
      declarations: """
        static void check(void *instance, cleanse_error *error) {
          (void)instance;
          (void)error;
          for (;;) pause();
        }
        static cleanse_health_check *make_check(void) {
          static cleanse_health_check made = {sizeof made, NULL, NULL, "database", check};
          return &made;
        }
        """
    ).build(in: directory)
    let run = try host("reload", "--control", "c.sock", in: directory)
    #expect(run.status == 1)
    #expect(
      run.errors.contains("not ready in time: health check database is running"), "\(run.errors)")
    #expect(try serving.stop().status == 0)
  }

  @Test("name the plugin whose probe takes long")
  func probe() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    try ServicePlugin(
      declarations:
        "__attribute__((constructor)) static void load_slowly(void) { usleep(1500000); }"
    ).build(in: directory)
    let run = try host("reload", "--control", "c.sock", in: directory)
    #expect(run.status == 0)
    #expect(
      run.errors.contains("org.example.server is being probed, for 1 s so far\n"), "\(run.errors)")
    #expect(try serving.stop().status == 0)
  }
}

/// What a function on another thread returns.
private final class Answer<Value>: @unchecked Sendable {
  // Safety: the lock guards the mutable state.
  private let lock = NSCondition()
  private var result: Result<Value, any Error>?

  init(_ function: @escaping @Sendable () throws -> Value) {
    Thread.detachNewThread { [self] in
      let result = Result { try function() }
      lock.withLock { self.result = result }
      lock.broadcast()
    }
  }

  /// Waits for it.
  func value() throws -> Value {
    while true {
      let result = lock.withLock {
        if self.result == nil { lock.wait() }
        return self.result
      }
      if let result { return try result.get() }
    }
  }
}
