import CleanseTestSupport
import Foundation
import Testing

@Suite("Where the time of a start goes", .blocking)
struct TraceTests {
  private func directory(_ place: SlowPlugin.Place) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: directory.path(of: "plugins"), withIntermediateDirectories: true)
    try SlowPlugin.build(waitingIn: place, in: directory)
    try FileManager.default.moveItem(
      atPath: directory.path(of: "slow.so"), toPath: directory.path(of: "plugins/slow.so"))
    return directory
  }

  /// The complete events of the trace.
  private func events(_ directory: TemporaryDirectory) throws -> [[String: Any]] {
    let data = try Data(contentsOf: URL(filePath: directory.path(of: "t.json")))
    let document = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let events = try #require(document["traceEvents"] as? [[String: Any]])
    return events.filter { $0["ph"] as? String == "X" }
  }

  private func steps(_ directory: TemporaryDirectory) throws -> Set<String> {
    Set(try events(directory).compactMap { $0["cat"] as? String })
  }

  /// What the report names first, as its step and plugin.
  private func first(_ arguments: [String], _ directory: TemporaryDirectory) throws -> String {
    let run = try host(
      arguments: ["blame", "--format", "json"] + arguments, in: directory)
    #expect(run.status == 0, "\(run.errors)")
    let entries = try #require(try run.json()["entries"] as? [[String: Any]])
    let entry = try #require(entries.first)
    return "\(entry["step"] ?? "") \(entry["plugin"] ?? entry["subject"] ?? "")"
  }

  @Test(
    "a delay that the validation meets is named first",
    arguments: [
      (.constructor, "load org.example.slow"), (.configure, "configure org.example.slow"),
      (.validator, "validate slow rules"),
    ] as [(SlowPlugin.Place, String)])
  func validation(place: SlowPlugin.Place, expected: String) throws {
    let directory = try directory(place)
    #expect(try first(["plugins"], directory) == expected)
    let run = try host("validate", "--no-cache", "--trace", "t.json", "plugins", in: directory)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try first(["t.json"], directory) == expected)
    let chain = try host("blame", "--chain", "t.json", in: directory)
    #expect(chain.output.contains("  \(expected.prefix { $0 != " " }) "))
  }

  @Test("a delay in a factory is named first")
  func factory() throws {
    let directory = try directory(.factory)
    let run = try host(
      "run", "--no-cache", "--trace", "t.json", "plugins", "--", "slow", in: directory)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try first(["t.json"], directory) == "make org.example.slow")
  }

  @Test("a delay in the start of a service is named first")
  func service() throws {
    let directory = try directory(.service)
    let host = try ServingHost(["--no-cache", "--trace", "t.json"], in: directory)
    try host.ready()
    // What has been written while it serves can be read.
    #expect(try steps(directory).contains("service"))
    #expect(try host.stop().status == 0)
    #expect(try first(["t.json"], directory) == "service org.example.slow")
  }

  @Test("the events of each thread nest, and have every step of a validation")
  func nesting() throws {
    let directory = try TemporaryDirectory(samples: ["Wrap", "Words", "Statistics", "Policy"])
    let run = try host("validate", "--no-cache", "--trace", "t.json", ".", in: directory)
    #expect(run.status == 0, "\(run.errors)")
    let steps: Set = [
      "start", "inspect", "launch", "wait", "probe", "fork", "load", "configure", "resolve",
      "check", "validate", "link",
    ]
    #expect(try self.steps(directory).isSuperset(of: steps))
    let events = try events(directory).map { event in
      let start = try #require(event["ts"] as? Double)
      let duration = try #require(event["dur"] as? Double)
      #expect(start >= 0 && duration >= 0)
      return (
        thread: "\(event["pid"] ?? 0) \(event["tid"] ?? 0)", start: start, end: start + duration
      )
    }
    for thread in Dictionary(grouping: events, by: \.thread).values {
      var open: [Double] = []
      for event in thread.sorted(by: { ($0.start, $1.end) < ($1.start, $0.end) }) {
        // The times have three decimals.
        while let end = open.last, end <= event.start + 0.01 { open.removeLast() }
        #expect(event.end <= (open.last ?? .infinity) + 0.01)
        open.append(event.end)
      }
    }
  }

  @Test("the cache does not keep times, and the trace of a cached start has no process")
  func cached() throws {
    let directory = try directory(.nowhere)
    let environment = ["XDG_CACHE_HOME": directory.path(of: "cache")]
    for isCached in [false, true] {
      let run = try host(
        "validate", "--trace", "t.json", "plugins", in: directory, environment: environment)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try steps(directory).contains("probe") != isCached)
    }
  }

  @Test("a program that is killed leaves a trace that can be read")
  func killed() throws {
    let directory = try directory(.nowhere)
    let run = try host(
      "run", "--trace", "t.json", "plugins", "--", "slow", "now", in: directory)
    #expect(run.status != 0)
    #expect(try steps(directory).isSuperset(of: ["start", "load", "configure", "link"]))
  }

  @Test("a file that can't be created is an error before anything runs")
  func uncreatable() throws {
    let directory = try directory(.nowhere)
    for command in ["validate", "run", "serve"] {
      let run = try host(command, "--trace", "none/t.json", "plugins", in: directory)
      #expect(run.status == 3)
      #expect(run.output.isEmpty)
      expectGolden(run, "trace-\(command)", in: directory)
    }
  }

  @Test("a disk that is full is an error, and what was written can be read")
  func full() throws {
    let directory = try directory(.nowhere)
    let outcome = try ChildProcess(
      program: "/bin/bash",
      arguments: [
        "-c", "trap '' XFSZ; ulimit -S -f 1; exec \"$@\"", "bash", Build.host.path, "validate",
        "--no-cache", "--sandbox", "off", "--trace", "t.json", "plugins",
      ], environment: ChildProcess.searchPaths, directory: directory.path
    ).run()
    #expect(outcome.status == 3)
    #expect(
      String(decoding: outcome.errors, as: UTF8.self)
        == "host: can't write to t.json: File too large\n")
    _ = try events(directory)
  }

  @Test("the page of the graph has the times of bindings and plugins")
  func page() throws {
    let directory = try directory(.factory)
    let run = try host(
      "run", "--no-cache", "--trace", "t.json", "plugins", "--", "slow", in: directory)
    #expect(run.status == 0, "\(run.errors)")
    let page = try host(
      "graph", "--format", "html", "--times", "t.json", "plugins", in: directory)
    #expect(page.status == 0, "\(page.errors)")
    // Of the plugin, and of the command.
    #expect(page.output.split(separator: #""milliseconds":"#).count > 2)
    let untimed = try host("graph", "--format", "html", "plugins", in: directory)
    #expect(!untimed.output.contains(#""milliseconds":"#))
  }

  @Test("plugins that can't be used are reported with the times")
  func rejected() throws {
    let directory = try TemporaryDirectory(broken: ["Refusing"])
    let run = try host("blame", ".", in: directory)
    #expect(run.status == 1)
    #expect(run.output.contains("configure"))
    #expect(run.errors.contains("plugin/configuration-error"))
    #expect(run.errors.hasSuffix("host: 1 plugin is rejected\n"))
  }

  // `strict` of host.json had an effect, and no option changed that.
  @Test("whether warnings count as errors is an option, too")
  func strict() throws {
    let directory = try directory(.nowhere)
    func status(_ arguments: String..., isStrict: Bool) throws -> Int32 {
      try directory.write(
        """
        {"strict": \(isStrict), "plugins": {"org.example.gone": {"options": {"a": 1}}}}
        """, to: "host.json")
      return try host(arguments: ["blame"] + arguments + ["plugins"], in: directory).status
    }
    #expect(try status(isStrict: false) == 0)
    #expect(try status("--strict", isStrict: false) == 1)
    #expect(try status(isStrict: true) == 1)
    #expect(try status("--no-strict", isStrict: true) == 0)
  }
}
