import CleanseTestSupport
import Foundation
import Testing

/// Plugins that fail, where the settings allow to leave them out.
@Suite("host serve: plugins that are left out", .serialized, .blocking)
struct LeftOutTests {
  /// A second plugin, with a service of its own.
  private static func second(
    start: String = "", run: String = "", registration: String = ""
  ) -> ServicePlugin {
    var plugin = ServicePlugin(start: start, run: run, registration: registration)
    plugin.identifier = "org.example.second"
    plugin.resource = "second"
    return plugin
  }

  // The plugin was left out, the service was missing, and the reload had succeeded.
  @Test("a reload that would leave out a plugin that serves fails, unless that is allowed")
  func loss() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    try Self.second().build(in: directory)
    let serving = try ServingHost(options(in: directory), in: directory)
    let first = try #require(try serving.ready().worker)
    #expect(first.plugins.count == 2)
    try Self.second(registration: "CLEANSE_BIND(\"oops\", run, 0);").build(in: directory)
    let refused = try host("reload", "--control", "c.sock", in: directory)
    #expect(refused.status == 1)
    #expect(
      refused.errors.contains("which serves, would be left out: ")
        && refused.errors.contains("pass --allow-loss"), "\(refused.errors)")
    let status = try serving.ready()
    #expect(status.worker?.process == first.process)
    #expect(status.reload?.losses == ["org.example.second"])
    let allowed = try host("reload", "--allow-loss", "--control", "c.sock", in: directory)
    #expect(allowed.status == 0)
    #expect(
      allowed.errors.contains("left out, although in use before: org.example.second"),
      "\(allowed.errors)")
    let after = try #require(try serving.ready().worker)
    #expect(after.plugins == ["org.example.server 1.0.0"])
    #expect(after.leftOut?.map(\.plugin) == ["org.example.second"])
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    #expect(try serving.stop().status == 0)
  }

  private func options(in directory: TemporaryDirectory) -> [String] {
    listening(in: directory) + [
      "--on-failure", "leave-out", "--set",
      "org.example.second.listen=unix:\(directory.path(of: "t.sock"))",
    ]
  }

  // The program ended, or the reload failed, because of a plugin that could be left out.
  @Test(
    "a plugin whose service fails or crashes while it starts is left out",
    arguments: ["CLEANSE_FAIL(error, \"no luck\");", "*(volatile int *)0 = 1;"])
  func failingStart(start: String) throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    try Self.second(start: start).build(in: directory)
    let serving = try ServingHost(options(in: directory), in: directory)
    let worker = try #require(try serving.ready().worker)
    #expect(worker.plugins == ["org.example.server 1.0.0"])
    #expect(worker.leftOut?.map(\.plugin) == ["org.example.second"])
    #expect(try answer(in: directory) == "first")
    try Self.second().build(in: directory)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    #expect(try serving.ready().worker?.plugins.count == 2)
    // It serves now, so that it would be a loss.
    try Self.second(start: start).build(in: directory)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 1)
    #expect(try serving.ready().worker?.plugins.count == 2)
    #expect(
      try host("reload", "--allow-loss", "--control", "c.sock", in: directory).status == 0)
    #expect(try serving.ready().worker?.leftOut?.map(\.plugin) == ["org.example.second"])
    let log = String(decoding: try serving.stop().errors, as: UTF8.self)
    #expect(log.contains("org.example.second is left out until a reload: "), "\(log)")
  }

  // The service may take 30 seconds, and the program ended before that.
  @Test("a plugin whose service is not ready within --ready-time is left out")
  func slowStart() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    try Self.second(start: "for (;;) pause();").build(in: directory)
    let serving = try ServingHost(options(in: directory) + ["--ready-time", "2"], in: directory)
    let worker = try #require(try serving.ready().worker)
    #expect(worker.leftOut?.map(\.plugin) == ["org.example.second"])
    let reason = try #require(worker.leftOut?.first?.reason)
    #expect(
      reason == "the worker is not ready in time: second * of org.example.second is starting")
    #expect(try answer(in: directory) == "first")
    #expect(try serving.stop().status == 0)
  }

  // All plugins were started again and again, ever later.
  @Test("a plugin that crashes again and again is left out, and the others go on")
  func crashing() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    try Self.second(run: ServicePlugin.crash(in: directory)).build(in: directory)
    let serving = try ServingHost(
      options(in: directory) + ["--crashes", "3/300"], in: directory)
    try ServicePlugin.crashWorkers(3, of: serving, in: directory)
    let status = try serving.status("left out") {
      $0.state == "ready" && $0.worker?.leftOut != nil
    }
    #expect(status.restarts == 3)
    #expect(status.worker?.leftOut?.map(\.plugin) == ["org.example.second"])
    #expect(try answer(in: directory) == "first")
    #expect(try serving.stop().status == 0)
  }

  @Test("a plugin that is required, or without the setting, is started again until the limit")
  func givingUp() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    try Self.second(run: "usleep(50000); *(volatile int *)0 = 1;").build(in: directory)
    try directory.write(
      #"{"plugins": {"org.example.second": {"onFailure": "refuse"}}}"#, to: "host.json")
    for options in [
      options(in: directory),
      options(in: directory).filter { $0 != "--on-failure" && $0 != "leave-out" },
    ] {
      let serving = try ServingHost(options + ["--give-up-after", "5/300"], in: directory)
      let outcome = try serving.end()
      #expect(outcome.status == 1)
      let log = String(decoding: outcome.errors, as: UTF8.self)
      #expect(log.contains("giving up after 5 starts within 300.0 seconds: "), "\(log)")
      #expect(!log.contains("is left out"), "\(log)")
    }
  }
}
