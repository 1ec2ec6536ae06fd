import CleanseSupport
import CleanseTestSupport
import Glibc
@testable import CleanseSupervision
import Testing

@Suite("The metrics of a host")
struct MetricsTests {
  /// A group whose plugins have crashed, and were reloaded.
  private static let eventful: [Scenario.Step] =
    Scenario.starting + [
      .report(1, .inspected(plugins: ["org.example.web 1.0.0"])),
      .report(
        1,
        .loads([
          LoadedFile(
            kind: .plugin, identifier: "org.example.web", version: "1.0.0", file: "/w.so",
            digest: "blake2b-256:00")
        ])), .report(1, .waits(service: "web", for: [])),
      .report(1, .service(name: "web", state: "starting")),
      .event(.reported(1, .service(name: "web", state: "ready")), after: 1_250),
      .report(1, .checked([.init(name: "disk", error: "full"), .init(name: "disk", error: nil)])),
      .report(1, .started), .report(1, .ready), .time, .reload(7), .forked(2),
      .ended(2, .exited(1)), .reload(8), .forked(3), .report(3, .started), .report(3, .ready),
      .time(after: 250), .event(.blamed(3, plugin: "org.example.web")),
      .ended(3, .killed(signal: SIGSEGV), hasCrash: true), .forked(4),
      .report(4, .service(name: "web \"a\"\n", state: "ready")), .report(4, .ready), .time,
      .time(after: 2_000),
    ]

  private func status(_ steps: [Scenario.Step]) -> SupervisorStatus {
    var scenario = Scenario()
    scenario.send(steps)
    return SupervisorStatus(of: scenario.state, process: 1, at: scenario.now)
  }

  @Test("of a group to which something has happened")
  func eventful() {
    expectGolden(status(Self.eventful).openMetrics, "metrics-eventful")
  }

  @Test("of a group that starts")
  func starting() {
    expectGolden(status(Scenario.starting).openMetrics, "metrics-starting")
  }

  @Test("the time of a start, and the plugins, are those of the worker that serves")
  func serving() {
    let text = status(Array(Self.eventful.prefix(11))).openMetrics
    #expect(text.contains("cleanse_service_start_seconds{service=\"web\"} 1.25\n"), "\(text)")
    #expect(
      text.contains(
        "cleanse_plugin_info{plugin=\"org.example.web\",version=\"1.0.0\",digest=\"blake2b-256:00\"} 1\n"
      ), "\(text)")
    #expect(text.contains("cleanse_health_check_passed{check=\"disk\"} 0\n# "), "\(text)")
  }

  // A health check of two islands with one name was that of the first one.
  @Test("of an application with islands: those of services and health checks have the island")
  func islands() throws {
    var status = status(Self.eventful)
    let stat = "17 (a) b (c) S" + (4...50).map { " \($0)" }.joined()
    let use = try #require(ProcessUse(17, .worker, status: stat, openDescriptors: 5))
    let states = [
      ("org.example.mail", Scenario.restarting), ("org.example.web", Self.eventful),
      ("org.example.wiki", Array(Self.eventful.prefix(11))),
    ]
    status.islands = states.map { name, steps in
      var scenario = Scenario()
      scenario.send(steps)
      var island = SupervisorStatus.Island(
        name, SupervisorStatus(of: scenario.state, process: 1, at: scenario.now))
      island.processes = name == "org.example.mail" ? [] : [use, use]
      return island
    }
    // The unit of the times of processors depends on the system.
    let text = status.openMetrics.split(separator: "\n").filter {
      !$0.contains("cpu_seconds_total{")
    }
    expectGolden(text.joined(separator: "\n"), "metrics-islands")
  }

  private func metrics(_ scenario: Scenario) -> String {
    SupervisorStatus(of: scenario.state, process: 1, at: scenario.now).openMetrics
  }

  // Only the count of failures was known, which does not fall when a later reload succeeds.
  @Test("a reload that has failed is not the last one any more when another one has succeeded")
  func lastReload() {
    var scenario = Scenario()
    scenario.send(Scenario.serving)
    #expect(metrics(scenario).contains("\ncleanse_last_reload_successful 1\n"))
    scenario.send([.reload(7), .forked(2), .report(2, .refused(["no"])), .ended(2, .exited(1))])
    #expect(metrics(scenario).contains("\ncleanse_last_reload_successful 0\n"))
    scenario.send([.reload(8), .forked(3), .report(3, .started), .report(3, .ready)])
    #expect(metrics(scenario).contains("\ncleanse_last_reload_successful 0\n"))
    scenario.send([.time(after: 300)])
    #expect(metrics(scenario).contains("\ncleanse_last_reload_successful 1\n"))
  }

  // Those that crashed before they were ready counted nowhere.
  @Test(
    "workers that could not serve are failures, of a reload only if they have crashed",
    arguments: [
      (Scenario.reloading, [Scenario.Step.ended(2, .killed(signal: SIGSEGV))], 1),
      (Scenario.reloading, [.ended(2, .exited(7))], 1),
      (Scenario.reloading, [.report(2, .refused(["no"])), .ended(2, .exited(1))], 0),
      (Scenario.reloading, [.report(2, .failing("no")), .ended(2, .exited(0))], 0),
      (Scenario.reloading, [.time(after: 60_000), .ended(2, .killed(signal: SIGKILL))], 0),
      (Scenario.reloading, [.event(.notForked(2, "no"))], 0),
      (Scenario.ended, [.ended(2, .killed(signal: SIGSEGV))], 1),
      (Scenario.ended, [.report(2, .refused(["no"])), .ended(2, .exited(1))], 1),
      (Scenario.ended, [.report(2, .failing("no")), .ended(2, .exited(0))], 1),
      (Scenario.ended, [.time(after: 60_000), .ended(2, .killed(signal: SIGKILL))], 1),
      (Scenario.ended, [.event(.notForked(2, "no"))], 1),
      (Scenario.ended, [.stop, .ended(2, .exited(0))], 0),
    ])
  func failedStarts(before: [Scenario.Step], steps: [Scenario.Step], count: Int) {
    var scenario = Scenario()
    scenario.send(before + steps)
    let line = "cleanse_worker_failures_total{phase=\"starting\"} \(count)\n"
    #expect(metrics(scenario).contains(line), "\(metrics(scenario))")
  }

  @Test("a worker that hangs does not respond, in whatever state the host is, and is a failure")
  func hang() {
    var scenario = Scenario()
    scenario.send(Scenario.owing + [.time(after: 1_500)])
    let text = metrics(scenario)
    #expect(text.contains("cleanse_state{state=\"ready\"} 1\n"), "\(text)")
    #expect(text.contains("\ncleanse_worker_responds 0\n"), "\(text)")
    #expect(text.contains("\ncleanse_ready 0\n"), "\(text)")
    scenario.send([.event(.observed(1, .waiting)), .forked(2)])
    scenario.send([.report(2, .started), .report(2, .ready), .time])
    let later = metrics(scenario)
    #expect(later.contains("cleanse_worker_failures_total{phase=\"serving\"} 1\n"), "\(later)")
    #expect(later.contains("\ncleanse_worker_responds 1\n"), "\(later)")
  }

  @Test("workers that use much memory, and the limit")
  func memory() {
    var scenario = Scenario(memoryLimit: 100 << 20)
    scenario.send(Scenario.serving + [.measured(1, mebibytes: 101), .forked(2)])
    let text = metrics(scenario)
    #expect(text.contains("\ncleanse_worker_recyclings_total 1\n"), "\(text)")
    #expect(text.contains("\ncleanse_worker_memory_bytes \(101 << 20)\n"), "\(text)")
    #expect(text.contains("\ncleanse_worker_memory_limit_bytes \(100 << 20)\n"), "\(text)")
  }

  @Test("the processes of a role are added")
  func processes() throws {
    var status = status(Scenario.onTrial)
    let stat = "17 (a) b (c) S" + (4...50).map { " \($0)" }.joined()
    status.processes = [
      try #require(ProcessUse(17, .worker, status: stat, openDescriptors: 5)),
      try #require(ProcessUse(18, .draining, status: stat, openDescriptors: nil)),
      try #require(ProcessUse(19, .draining, status: stat, openDescriptors: 6)),
    ]
    let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
    #expect(status.processes?[0].cpuSeconds == 29 / ticks)
    #expect(status.processes?[0].residentBytes == 24 * sysconf(Int32(_SC_PAGESIZE)))
    let text = status.metrics(in: .prometheus)
    #expect(text.contains("cleanse_process_open_descriptors{role=\"worker\"} 5\n"))
    #expect(text.contains("cleanse_process_open_descriptors{role=\"draining\"} 6\n"))
    #expect(
      text.contains(
        "cleanse_process_resident_memory_bytes{role=\"draining\"} \(48 * sysconf(Int32(_SC_PAGESIZE)))\n"
      ))
  }

  @Test(
    "a process that has ended, or a status that can't be read, has no use",
    arguments: ["", "1 (a", "1 (a) S 1 2", "1 (a) S" + String(repeating: " x", count: 40)])
  func unreadable(text: String) {
    #expect(ProcessUse(1, .worker, status: text, openDescriptors: 1) == nil)
    #expect(ProcessUse(-1, .worker) == nil)
    #expect(ProcessUse(getpid(), .worker)?.residentBytes ?? 0 > 0)
  }

  @Test("the counts of plugins are bounded, and survive reloads")
  func bounded() {
    var counts = GroupCounts()
    for number in 0..<3000 { counts.addCrash(of: "plugin \(number)") }
    counts.addCrash(of: "plugin 1")
    #expect(counts.crashes.count == 1000)
    #expect(counts.crashes["plugin 1"] == 2)
  }
}
