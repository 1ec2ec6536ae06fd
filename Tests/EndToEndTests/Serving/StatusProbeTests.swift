import CleanseTestSupport
import Foundation
import Testing

@Suite("host status --live, --ready and --started", .serialized, .blocking)
struct StatusProbeTests {
  private func probe(_ name: String, in directory: TemporaryDirectory) throws -> (Int32, String) {
    let run = try host("status", "--\(name)", "--control", "c.sock", in: directory)
    #expect(run.errors == "")
    return (run.status, run.output)
  }

  private func expect(
    _ name: String, _ line: String, _ status: Int32, in directory: TemporaryDirectory,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let answer = try probe(name, in: directory)
    #expect(answer.0 == status, sourceLocation: sourceLocation)
    #expect(answer.1 == line + "\n", sourceLocation: sourceLocation)
  }

  @Test("answer in one line and with the exit status, during and after a start, and without a host")
  func start() throws {
    let directory = try TemporaryDirectory()
    let gate = directory.path(of: "gate")
    try ServicePlugin(start: "while (access(\"\(gate)\", F_OK) != 0) usleep(1000);")
      .build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.status("starting") { $0.candidate?.steps.isEmpty == false }
    try expect("live", "live", 0, in: directory)
    try expect("ready", "not ready: no worker serves", 1, in: directory)
    try expect(
      "started", "not started: no worker has served since the program started", 1, in: directory)
    _ = try directory.write("", to: "gate")
    try serving.ready()
    for name in ["live", "ready", "started"] { try expect(name, name, 0, in: directory) }
    #expect(try serving.stop().status == 0)
    for name in ["live", "ready", "started"] {
      try expect(
        name, "not \(name): no process serves with the control socket c.sock", 1, in: directory)
    }
  }

  @Test("a host whose reload has failed, or whose files have changed, is ready")
  func failedReload() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    try serving.ready()
    try ServicePlugin(start: "CLEANSE_FAIL(error, \"no luck\");").build(in: directory)
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 1)
    for name in ["live", "ready", "started"] { try expect(name, name, 0, in: directory) }
    #expect(try serving.stop().status == 0)
  }

  @Test("a host whose worker can't be started again is live, and not ready")
  func unready() throws {
    let directory = try TemporaryDirectory()
    let gate = directory.path(of: "gate")
    try ServicePlugin(
      start: "if (access(\"\(gate)\", F_OK) == 0) CLEANSE_FAIL(error, \"no luck\");"
    ).build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    let worker = try #require(try serving.ready().worker)
    _ = try directory.write("", to: "gate")
    kill(worker.process, SIGKILL)
    try serving.status("failed") { $0.failedStart != nil }
    try expect("live", "live", 0, in: directory)
    try expect("ready", "not ready: no worker serves", 1, in: directory)
    try expect("started", "started", 0, in: directory)
    #expect(try serving.stop().status == 0)
  }

  // A probe ignored the format and the metrics.
  @Test(
    "only one form can be requested at a time, and in its own format",
    arguments: [
      (["--live", "--ready"], "--live and --ready"),
      (["--live", "--format", "json"], "--live and --format json"),
      (["--ready", "--metrics"], "--ready and --metrics"),
      (["--metrics", "--format", "json"], "--metrics and --format json"),
      (["--started", "--verbose"], "--started and --verbose"),
    ])
  func usage(options: [String], named: String) throws {
    let run = try host(arguments: ["status", "--control", "c.sock"] + options)
    #expect(run.status == 2)
    #expect(run.errors.contains("\(named) can't be combined"), "\(run.errors)")
  }
}
