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
