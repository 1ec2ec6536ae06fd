import CleansePluginMetadata
import CleanseTestSupport
import CleansePluginHost
import Foundation
import Testing

@Suite("host show", .blocking)
struct ShowTests {
  @Test("shows everything about a plugin")
  func plugin() throws {
    let directory = try TemporaryDirectory(samples: ["Wrap", "Words", "Statistics"])
    let run = try host("show", ".", "org.cleanse.samples.statistics", in: directory)
    #expect(run.status == 0)
    expectGolden(run.withoutSystemLibraries, "show-statistics", in: directory)
  }

  @Test(
    "shows what a plugin depends on and what it provides",
    arguments: ["words", "pipeline", "station"])
  func exchange(name: String) throws {
    let run = try host("show", Build.plugins.path, "org.cleanse.samples.\(name)")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    var tables = run
    tables.output.replace(/^(?s:.*?)\n\n/, with: "…\n\n")
    expectGolden(tables, "show-\(name)")
  }

  @Test("shows a missing binding, which is a finding")
  func missing() throws {
    let directory = try TemporaryDirectory(broken: ["MissingPlugin"])
    let run = try host("show", "./libMissingPlugin.so", in: directory)
    #expect(run.status == 1)
    #expect(
      run.output.contains(/MissingPlugin.Unbound  no binding   \[any CleansePlugin.Command\]/))
  }

  @Test("shows the plugins that require it, and a requirement that is not met")
  func requirements() throws {
    let directory = try TemporaryDirectory(samples: ["Words", "Statistics"])
    let words = try host("show", "./libWords.so", in: directory)
    #expect(words.output.contains("\n  required by    org.cleanse.samples.statistics\n"))
    let other = try TemporaryDirectory(samples: ["Statistics"])
    let alone = try host("show", ".", "libStatistics.so", in: other)
    #expect(alone.status == 1)
    #expect(alone.output.contains("not satisfied by any usable plugin"))
  }

  @Test("reads a graph file in place of plugins")
  func graphFile() throws {
    let directory = try TemporaryDirectory(samples: ["Words", "Statistics"])
    #expect(
      try host("graph", "--format", "json", "--output", "graph.json", ".", in: directory).status
        == 0)
    let run = try host("show", "--graph", "graph.json", "org.cleanse.samples.words", in: directory)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("any WordCounting.WordCounter  org.cleanse.samples.statistics"))
  }

  @Test("attributes no binding to a rejected plugin that shares the identifier with a usable one")
  func namesake() throws {
    let directory = try TemporaryDirectory(samples: ["Words"])
    try directory.write(directory.bytes(of: "libWords.so"), to: "libOlder.so")
    let own = try #require(ABIStamp.host.compiler)
    try directory.patch(
      "libOlder.so", "\"compiler\":\"\(own)\"", "\"compiler\":\"9\(own.dropFirst())\"")
    let run = try host("show", "--format", "json", ".", "org.cleanse.samples.words", in: directory)
    #expect(run.status == 1)
    let plugins = try #require(try run.json()["plugins"] as? [[String: Any]])
    #expect(plugins.map { $0["status"] as? String } == ["rejected", "ok"])
    #expect(plugins.map { ($0["provides"] as? [Any])?.isEmpty } == [nil, false])
  }

  @Test("finds a plugin by a path to its file")
  func path() throws {
    let directory = try TemporaryDirectory(samples: ["Words"])
    let plain = try host("show", ".", "org.cleanse.samples.words", in: directory)
    #expect(try host("show", "./libWords.so", in: directory).output == plain.output)
    #expect(try host("show", ".", directory.path(of: "libWords.so"), in: directory).status == 0)
  }

  @Test("as JSON has the manifest, the stamp, needed libraries, dependencies and provisions")
  func json() throws {
    let run = try host(
      "show", "--format=json", Build.plugins.path, "org.cleanse.samples.statistics")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let document = try run.json()
    #expect(document["schema"] as? String == "cleanse-show/1")
    let plugins = try #require(document["plugins"] as? [[String: Any]])
    let plugin = try #require(plugins.first)
    #expect(plugins.count == 1)
    #expect(plugin["module"] as? String == "StatisticsModule")
    let requires = try #require(plugin["requires"] as? [[String: String]])
    #expect(
      requires == [
        ["plugin": "org.cleanse.samples.words", "versions": ">=1.0.0 <2.0.0", "found": "1.0.0"]
      ])
    #expect((plugin["stamp"] as? [String: Any])?["language"] as? String == "swift")
    #expect((plugin["neededLibraries"] as? [String])?.contains("libCleanseRuntime.so") == true)
    let dependencies = try #require(plugin["dependencies"] as? [[String: Any]])
    #expect(dependencies.map { $0["key"] as? String } == ["any WordCounting.WordCounter"])
    let provides = try #require(plugin["provides"] as? [[String: Any]])
    #expect(provides.map { $0["kind"] as? String } == ["single", "contribution"])
    let options = try #require(plugin["options"] as? [[String: Any]])
    #expect(options.map { $0["name"] as? String } == ["listed"])
    #expect(options.first?["default"] as? Int == 10 && options.first?["maximum"] as? Int == 1000)
  }

  @Test("suggests the nearest identifier for an unknown one")
  func unknown() throws {
    let directory = try TemporaryDirectory(samples: ["Wrap", "Number"])
    let run = try host("show", ".", "org.cleanse.samples.warp", in: directory)
    #expect(run.status == 2)
    expectGolden(run, "show-unknown", in: directory)
    #expect(
      try host("show", ".", "xyz", in: directory).errors.contains(
        "the plugins are org.cleanse.samples.number, org.cleanse.samples.wrap\n"))
  }

  @Test("shows the errors of a rejected plugin")
  func rejected() throws {
    let directory = try TemporaryDirectory(broken: ["Refusing"])
    let run = try host("show", ".", "org.cleanse.broken.refusing", in: directory)
    #expect(run.status == 1)
    expectGolden(run.withoutSystemLibraries, "show-rejected", in: directory)
  }
}

extension HostRun {
  /// The run without the libraries of Swift and of the system that a plugin needs, which differ
  /// between compilers.
  fileprivate var withoutSystemLibraries: HostRun {
    var run = self
    run.output.replace(/libswift\S+\n +/, with: "")
    run.output.replace(/\n +lib[cm]\.so\.6/, with: "")
    return run
  }
}
