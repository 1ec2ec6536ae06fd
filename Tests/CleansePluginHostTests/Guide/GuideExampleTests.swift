@testable import Cleanse
@testable import CleanseGraph
@testable import CleansePlugin
@testable import CleansePluginHost
import CleanseGraphAnalysis
import ElfImages
@testable import CleansePluginFiles
@testable import CleansePluginLoading
@testable import CleansePluginTrust
import CleanseTestSupport
import Glibc
import Testing

@Suite("The examples of Plugins.md, Embedding.md and Trust.md")
struct GuideExampleTests {
  @Test("a command reads, writes, and returns a status")
  func command() async throws {
    let done = try await CommandExample.run("Hello, Ann!\n")
    #expect(done == (0, "HELLO, ANN!\n", ""))
    let empty = try await CommandExample.run("")
    #expect(empty == (1, "", "there was nothing to read\n"))
  }

  @Test("a service of a plugin gets its socket, and releases it")
  func service() async throws {
    let scratch = try TemporaryDirectory()
    let path = scratch.path(of: "greeter.sock")
    let socket = try #require(ListeningSocket(option: OptionContent(.string("unix:\(path)"))))
    #expect(ListeningSocket(address: "unix:\(path)").address == socket.address)
    let greeter = ServiceExample.Greeter(socket: TaggedProvider(value: socket))
    try await greeter.start()
    #expect(scratch.contains("greeter.sock"))
    try await ServiceExample.GreeterCheck(greeter: greeter).check()
    await greeter.stop()
    let taken = try #require(
      ListeningSocket(option: OptionContent(.string("unix:/no/such/folder/x"))))
    #expect(
      throws: ListeningSocketError(
        address: "unix:/no/such/folder/x", reason: "No such file or directory")
    ) { try taken.descriptor() }
  }

  @Test("an application is not confined once it has threads, as the program of the tests has")
  func permissions() throws {
    let probe = PluginProbe.unavailable(
      for: CompositionExample.EditorComponent.self, because: "this is a test")
    #expect(throws: PermissionsError.self) {
      _ = try PermissionsExample.confine(pluginsIn: "/", through: probe)
    }
  }

  @Test("a command throws a usage error")
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
    var reported: [Diagnostic] = []
    let editor = try CompositionExample.start(pluginsIn: scratch.path) { reported.append($0) }
    #expect(editor.tools.isEmpty)
    #expect(reported.map(\.code) == ["plugin/left-out"])
    #expect(reported.first?.message.hasSuffix("(plugin/not-elf)") == true)
    let plugins = try PluginHost(directories: [scratch.path]).loadWithoutProbing()
    let composition = PluginComposition(CompositionExample.EditorComponent.self, plugins: plugins)
    #expect(
      CompositionExample.summary(of: composition) == ["\(file) is rejected: plugin/not-elf"])
  }

  @Test("an application builds without a service that no plugin provides")
  func optionalService() throws {
    let scratch = try TemporaryDirectory()
    let plugins = try PluginHost(directories: [scratch.path]).loadWithoutProbing()
    let composition = PluginComposition(
      OptionalServiceExample.EditorComponent.self, plugins: plugins)
    let editor = try composition.factory().build()
    #expect(editor.tools.isEmpty)
    #expect(editor.spellChecker == nil)
  }

  @Test("an application uses the contributions that can be made, and reports the others")
  func failingContribution() throws {
    let editor = try ComponentFactory.of(FailingContributionExample.EditorComponent.self).build()
    var reported: [any Error] = []
    let tools = editor.usableTools { reported.append($0) }
    #expect(tools.map(\.name) == ["pen"])
    #expect(reported.count == 1 && "\(reported[0])".contains("Dry"))
  }

  @Test("an application uses locked and signed plugins, and none if it can't read the lock")
  func trust() throws {
    let scratch = try TemporaryDirectory()
    let (lock, key) = (scratch.path(of: "plugins.lock"), scratch.path(of: "a.key"))
    try #require(SigningKey()).write(to: key)
    #expect(throws: DocumentError.self) {
      _ = try TrustExample.plugins(
        in: scratch.path, lock: lock, key: key + ".pub", through: ProbeExample.startProbe())
    }
    try PluginLock(of: []).write(to: lock)
    let plugins = try TrustExample.plugins(
      in: scratch.path, lock: lock, key: key + ".pub", through: ProbeExample.startProbe())
    #expect(plugins.inspections.isEmpty)
  }

  @Test("an application that can't probe its plugins uses none of them, and reports why")
  func probe() throws {
    let scratch = try TemporaryDirectory()
    let note = try sampleNote(stamp: .host)
    try scratch.write(try samplePlugin(note).bytes, to: "words.so")
    // A program that runs tests already has several threads.
    let probe = ProbeExample.startProbe()
    var reported: [Diagnostic] = []
    let editor = try ProbeExample.start(
      pluginsIn: scratch.path, cachingIn: scratch.path(of: "cache"), through: probe
    ) { reported.append($0) }
    #expect(editor.tools.isEmpty)
    #expect(reported.map(\.code) == ["plugin/left-out"])
    let text = reported.first?.description
    #expect(text?.contains("plugin/probe-unavailable") == true)
    #expect(text?.contains("before the process has a second thread") == true)
  }

  @Test("without processes for its plugins, an application loads none of them")
  func noProcesses() throws {
    let scratch = try TemporaryDirectory()
    try scratch.write(try samplePlugin(try sampleNote(stamp: .host)).bytes, to: "words.so")
    let plugins = try PluginHost(directories: [scratch.path])
      .load(for: CompositionExample.EditorComponent.self)
    #expect(plugins.inspections.flatMap(\.diagnostics).map(\.code) == ["plugin/probe-unavailable"])
  }

  @Test("a plugin that can't be used is an error, unless the application leaves it out")
  func refusal() throws {
    let scratch = try TemporaryDirectory()
    try scratch.write("no library", to: "notes.so")
    let plugins = try PluginHost(directories: [scratch.path]).loadWithoutProbing()
    #expect(throws: ValidationError.self) {
      _ = try ComponentFactory.of(CompositionExample.EditorComponent.self, plugins: plugins)
    }
    let fitting = try PluginHost(directories: [scratch.path]).loadWithoutProbing(.largestThatFits)
    let editor = try ComponentFactory.of(
      CompositionExample.EditorComponent.self, plugins: fitting
    ).build()
    #expect(editor.tools.isEmpty)
  }

  @Test("C and Swift inject the bindings of the other")
  func bridge() throws {
    let scratch = try TemporaryDirectory()
    let page = try Repository.text(of: "Documentation/Plugins.md")
    let marker = "<!-- file: Thermometer/thermometer.c -->\n```c\n"
    let source = try #require(page.split(separator: marker).last).prefix { $0 != "`" }
    try #require(CCompiler.native).compileLibrary(String(source), to: "thermometer.so", in: scratch)
    let plugins = try PluginHost(directories: [scratch.path]).loadWithoutProbing()
    let composition = PluginComposition(BridgeExample.StationComponent.self, plugins: plugins)
    #expect(composition.diagnostics.isEmpty)
    let station = try composition.factory().build()
    #expect(station.thermometers.map { $0.degrees() } == [20.5])
  }

  @Test("a member of a table is not read beyond the size of the table")
  func tableMember() {
    let table = UnsafeMutableRawPointer.allocate(byteCount: 32, alignment: 8)
    defer { table.deallocate() }
    table.storeBytes(of: 7, toByteOffset: 24, as: Int.self)
    for (size, expected) in [(0, nil), (24, nil), (31, nil), (32, 7), (-1, 7)] as [(Int, Int?)] {
      table.storeBytes(of: size, as: Int.self)
      #expect(CPointer(table).member(at: 24, as: Int.self) == expected)
    }
  }

  @Test("an application lists the dependents of a key")
  func graphTools() throws {
    let combined = try combinedGraph(in: TemporaryDirectory())
    #expect(
      try GraphToolsExample.dependents(of: "tool", in: combined) == [
        "CleansePluginHostTests.CompositionExample.Editor"
      ])
    #expect(throws: KeySearch.Failure.self) {
      _ = try GraphToolsExample.dependents(of: "nothing", in: combined)
    }
  }

  @Test("an application writes fragments and links them, and reads a graph that it has written")
  func graphDocuments() throws {
    let scratch = try TemporaryDirectory()
    let note = try sampleNote(stamp: .host)
    try scratch.write(try samplePlugin(note).bytes, to: "plugins/words.so")
    let fragments = try scratch.makeDirectory("fragments")
    try GraphDocumentExample.writeFragments(
      ofPluginsIn: scratch.path(of: "plugins"), to: fragments, through: ProbeExample.startProbe())
    let linked = try GraphDocumentExample.link(fragments)
    #expect(linked.rejections.map(\.code) == ["plugin/probe-unavailable"])
    let file = try scratch.write(try GraphDocumentExample.json(of: linked), to: "graph.json")
    let read = try GraphDocumentExample.link(file)
    #expect(read.rejections == linked.rejections)
    #expect(read.graph.bindings.count == linked.graph.bindings.count)
  }

  @Test("an application reports only findings that its baseline does not contain")
  func baseline() throws {
    let scratch = try TemporaryDirectory()
    let graph = try combinedGraph(in: scratch).graph
    let (known, new) = (
      Diagnostic("test/known", .warning, "something is known"),
      Diagnostic("test/new", .warning, "something is new")
    )
    let file = scratch.path(of: "baseline.json")
    try BaselineExample.writeBaseline(
      of: CombinedGraph([], graph, diagnostics: [known]), to: file)
    let combined = CombinedGraph([], graph, diagnostics: [known, new])
    #expect(try BaselineExample.newFindings(in: combined, since: file) == [new])
  }

  @Test("an application applies a policy, and rejects one that ignores an error of a plugin")
  func policy() throws {
    let scratch = try TemporaryDirectory()
    try scratch.write("no library", to: "more/notes.so")
    let file = try scratch.write(#"{"directories": ["more"]}"#, to: "host.json")
    var reported: [Diagnostic] = []
    let editor = try PolicyExample.start(policy: file) { reported.append($0) }
    #expect(editor.tools.isEmpty)
    #expect(reported.map(\.code) == ["plugin/left-out"])
    try scratch.write(#"{"severities": {"plugin/not-elf": "ignore"}}"#, to: "host.json")
    #expect(throws: PolicyFileError.self) { _ = try PolicyExample.start(policy: file) { _ in } }
  }

  private func combinedGraph(in scratch: TemporaryDirectory) throws -> CombinedGraph {
    let plugins = try PluginHost(directories: [scratch.path]).loadWithoutProbing()
    return PluginComposition(CompositionExample.EditorComponent.self, plugins: plugins).combined
  }
}
