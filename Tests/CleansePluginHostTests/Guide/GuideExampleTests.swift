@testable import Cleanse
@testable import CleanseGraph
@testable import CleansePlugin
@testable import CleansePluginHost
import ElfImages
@testable import PluginFiles
@testable import PluginLoading
@testable import PluginTrust
import CleanseTestSupport
import Glibc
import Testing

@Suite("The examples of Documentation/Plugins.md and Trust.md")
struct GuideExampleTests {
  @Test("a command reads, writes, and returns a status")
  func command() async throws {
    let done = try await CommandExample.run("Hello, Ann!\n")
    #expect(done == (0, "HELLO, ANN!\n", ""))
    let empty = try await CommandExample.run("")
    #expect(empty == (1, "", "there was nothing to read\n"))
  }

  @Test("a command throws an error for a user's mistake")
  func usage() async throws {
    let streams = CommandStreams(
      input: CommandExample.TextSource(""), output: CommandExample.TextSink(),
      error: CommandExample.TextSink())
    await #expect(throws: CommandUsageError.self) {
      _ = try await CommandExample.CapitalsCommand().run(arguments: ["-x"], streams: streams)
    }
  }

  @Test("an application reports a file that it can't use, and continues without it")
  func composition() throws {
    let scratch = try TemporaryDirectory()
    let file = try scratch.write("no library", to: "notes.so")
    var report: [String] = []
    let editor = try CompositionExample.start(pluginsIn: scratch.path) { report.append($0) }
    #expect(editor.tools.isEmpty)
    #expect(report.count == 2)
    #expect(report.first == "leaving out \(file)")
    #expect(report.last?.contains("[plugin/not-elf]") == true)
  }

  @Test("an application uses locked and signed plugins, and none if it can't read the lock")
  func trust() throws {
    let scratch = try TemporaryDirectory()
    let (lock, key) = (scratch.path(of: "plugins.lock"), scratch.path(of: "a.key"))
    try #require(SigningKey()).write(to: key)
    #expect(throws: DocumentError.self) {
      _ = try TrustExample.plugins(in: scratch.path, lock: lock, key: key + ".pub")
    }
    try PluginLock(of: []).write(to: lock)
    let plugins = try TrustExample.plugins(in: scratch.path, lock: lock, key: key + ".pub")
    #expect(plugins.inspections.isEmpty)
  }

  @Test("an application that can't probe its plugins uses none of them, and reports why")
  func probe() throws {
    let scratch = try TemporaryDirectory()
    let note = try sampleNote(stamp: .host)
    try scratch.write(try samplePlugin(note).bytes, to: "words.so")
    // A program that runs tests already has several threads.
    let probe = ProbeExample.startProbe()
    var report: [String] = []
    let editor = try ProbeExample.start(pluginsIn: scratch.path, through: probe) {
      report.append($0)
    }
    #expect(editor.tools.isEmpty)
    #expect(report.count == 1)
    #expect(report.first?.contains("[plugin/probe-unavailable]") == true)
    #expect(report.first?.contains("before the process has a second thread") == true)
  }

  @Test("a plugin that can't be used rejects the whole composition on request")
  func strictness() throws {
    let scratch = try TemporaryDirectory()
    try scratch.write("no library", to: "notes.so")
    let plugins = try PluginHost(directories: [scratch.path]).load()
    #expect(throws: ValidationError.self) {
      _ = try ComponentFactory.of(
        CompositionExample.EditorComponent.self, plugins: plugins, isStrict: true)
    }
  }

  @Test("C and Swift plugins inject each other's bindings")
  func bridge() throws {
    let scratch = try TemporaryDirectory()
    let page = try Repository.text(of: "Documentation/Plugins.md")
    let marker = "<!-- file: Thermometer/thermometer.c -->\n```c\n"
    let source = try #require(page.split(separator: marker).last).prefix { $0 != "`" }
    try #require(CCompiler.native).compileLibrary(String(source), to: "thermometer.so", in: scratch)
    let plugins = try PluginHost(directories: [scratch.path]).load()
    let composition = PluginComposition(BridgeExample.StationComponent.self, plugins: plugins)
    #expect(composition.diagnostics.isEmpty)
    let station = try composition.factory().build(())
    #expect(station.thermometers.map { $0.degrees() } == [20.5])
  }

  @Test(
    "an application queries its graph for dependents, and for findings that are not in a baseline")
  func graphTools() throws {
    let scratch = try TemporaryDirectory()
    let plugins = try PluginHost(directories: [scratch.path]).load()
    let combined = PluginComposition(CompositionExample.EditorComponent.self, plugins: plugins)
      .combined
    #expect(
      try GraphToolsExample.requesters(of: "tool", in: combined) == [
        "CleansePluginHostTests.CompositionExample.Editor"
      ])
    #expect(throws: KeySearch.Failure.self) {
      _ = try GraphToolsExample.requesters(of: "nothing", in: combined)
    }
    let finding = Diagnostic("test/new", .warning, "something is new")
    let found = CombinedGraph([], combined.graph, diagnostics: [finding])
    let entry = FindingBaseline.Entry(
      identity: FindingIdentity.all(of: [finding], in: combined.graph)[0].fingerprint,
      code: finding.code, severity: finding.severity, about: "")
    let baselines = [[], [entry]].map {
      FindingBaseline(application: "Editor", plugins: [], entries: $0)
    }
    #expect(
      baselines.map { GraphToolsExample.news(of: found, since: $0) } == [[finding], []])
  }
}
