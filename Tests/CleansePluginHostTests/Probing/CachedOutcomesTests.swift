import CleanseCrypto
@testable import CleanseGraph
@testable import CleansePluginFiles
@testable import CleansePluginLoading
@testable import CleansePluginProbing
import CleanseTestSupport
import Testing

@Suite("What is cached of the probe's outcomes")
struct CachedOutcomesTests {
  private static let graph = BindingGraph(
    components: [.init(name: "C", root: Key(type: "R", typeName: "R"))], bindings: [])

  private static func outcome(_ codes: [Diagnostic.Code]) throws -> ProbeOutcome {
    let findings = codes.map { Diagnostic($0, .error, "wrong") }
    var outcome = ProbeOutcome(ending: .result)
    outcome.payload = try ProbedPlugin(findings: findings, graph: graph).bytes()
    return outcome
  }

  @Test(
    "a failure of the dynamic linker, or of the plugin's own, can have a cause that no key covers")
  func causes() throws {
    // A plugin on a file system with `noexec` was rejected until `--rescan`, also after that was mounted again.
    for code: Diagnostic.Code in [
      .pluginLoadFailed, .pluginChangedFile, .pluginUninspectedLibrary, .pluginConfigurationError,
    ] {
      #expect(try CachedOutcomes.hasOtherCauses(Self.outcome([code]), of: .examine), "\(code)")
    }
    #expect(try !CachedOutcomes.hasOtherCauses(Self.outcome([]), of: .examine))
    #expect(
      try !CachedOutcomes.hasOtherCauses(Self.outcome(["plugin/nondeterministic"]), of: .examine))
    #expect(!CachedOutcomes.hasOtherCauses(ProbeOutcome(ending: .exited(status: 1)), of: .combine))
    #expect(CachedOutcomes.hasOtherCauses(ProbeOutcome(ending: .result), of: .commands(of: [nil])))
  }

  // The parts of a key were lines, so a path with a line feed could have the key of two paths.
  @Test("a path with a line feed does not have the key of other paths")
  func lineFeeds() throws {
    var outcomes = CachedOutcomes(
      nil, nil, isRescan: false, component: "C", limits: ProbeLimits(ProbeSettings(), plugins: 1))
    let keys = [("/a\n/b", "/c"), ("/a", "/b\n/c")].map { path, resolved in
      outcomes.key(
        .examine,
        [
          PluginInspection(
            file: PluginFile(path: path, resolvedPath: resolved), outcome: .rejected(nil),
            digest: .known(ContentDigest(of: "abc".utf8)))
        ])
    }
    #expect(try #require(keys.first) != nil)
    #expect(Set(keys).count == 2)
  }

  @Test("different tasks have different keys")
  func tasks() {
    let tasks: [ProbeRequest.Task] = [
      .examine, .combine, .exercise(function: 1), .exercise(function: 2), .commands(of: []),
      .commands(of: [nil]), .commands(of: [""]), .commands(of: [nil, nil]), .commands(of: ["a"]),
      .commands(of: ["a", "b"]), .commands(of: ["a of b"]),
    ]
    #expect(Set(tasks.map(\.name)).count == tasks.count)
  }

  // A check of signatures that took too long, or could not be made, was cached as one without findings.
  @Test("what a check did not finish is not cached")
  func unfinished() throws {
    var outcome = ProbeOutcome(ending: .result)
    let plugin = ProbedPlugin(findings: [], graph: Self.graph, isFinished: false)
    outcome.payload = try plugin.bytes()
    #expect(CachedOutcomes.hasOtherCauses(outcome, of: .examine))
    #expect(try ProbedPlugin(bytes: outcome.payload).isFinished == false)
  }

  @Test("what several plugins do in one process is cached, unless validators could not be made")
  func combinations() throws {
    func outcome(_ contributed: ContributedFindings) throws -> ProbeOutcome {
      var outcome = ProbeOutcome(ending: .result)
      outcome.payload = try ProbedCombination(
        findings: .init(PluginRejections(), contributed), graph: Self.graph
      ).bytes()
      return outcome
    }
    let sound = try outcome(.found([]))
    #expect(!CachedOutcomes.hasOtherCauses(sound, of: .combine))
    #expect(CachedOutcomes.hasOtherCauses(try outcome(.notMade([])), of: .combine))
    #expect(ProbedCombination(bytes: sound.payload)?.graph.components.count == 1)
    #expect(ProbedCombination(bytes: sound.payload + [0]) == nil)
    #expect(ProbedCombination(bytes: []) == nil)
    let forged = try outcome(.found([Diagnostic("plugin/denied", .error, "forged")]))
    guard case .found(let findings) = ProbedCombination(bytes: forged.payload)?.findings.contributed
    else {
      Issue.record("the findings are lost")
      return
    }
    #expect(findings.map(\.code) == [.pluginValidatorCode])
  }

  @Test("a cached error says that it is cached, and no other finding does")
  func marked() throws {
    let plugin = try SamplePlugin.inspected()
    var outcome = try Self.outcome(["plugin/nondeterministic"])
    #expect(ProbeResult(of: plugin, outcome).findings.allSatisfy { $0.notes.isEmpty })
    outcome.isCached = true
    let note = "the result is cached from an earlier run; `--rescan` probes the plugin again"
    #expect(ProbeResult(of: plugin, outcome).findings.map { $0.notes.map(\.message) } == [[note]])
    var exited = ProbeOutcome(ending: .exited(status: 3))
    exited.isCached = true
    #expect(ProbeResult(of: plugin, exited).findings.last?.notes.last?.message == note)
  }

  @Test("a plugin's process can't blame another plugin")
  func blame() throws {
    let plugin = try SamplePlugin.inspected()
    let graph = BindingGraph(
      components: [.init(name: "C", root: Key(type: "R", typeName: "R"))], bindings: [])
    let lie = Diagnostic(
      "plugin/crashed", .error, "crashes", provenance: Provenance(origin: "org.example.other"),
      subject: .binding(BindingIndex(7)))
    var outcome = ProbeOutcome(ending: .result)
    outcome.payload = try ProbedPlugin(findings: [lie], graph: graph).bytes()
    let finding = try #require(ProbeResult(of: plugin, outcome).findings.first)
    #expect(finding.provenance?.origin == "org.example.words" && finding.subject == nil)
  }

  @Test("the variables and the user of the process are conditions")
  func conditions() {
    #expect(ProcessConditions.lines.contains(ProbeEnvironment.digest))
    #expect(ProcessConditions.lines.contains { $0.hasPrefix("Uid:") })
  }

  @Test(
    "a process that loads plugins gets the variables of the linker, the locale, the user and the runtimes",
    arguments: [
      ("LD_LIBRARY_PATH=/opt", true), ("GLIBC_TUNABLES=glibc.rtld.optional_static_tls=1", true),
      ("PATH=/bin", true), ("LC_ALL=C", true), ("SWIFT_BACKTRACE=enable=no", true),
      ("TZ=", true), ("ASAN_OPTIONS=detect_leaks=0", true), ("OLD_PATH=/opt", false),
      ("PATHS=/opt", false), ("CLEANSE_OPTION_ORG_EXAMPLE_MAIL__TOKEN=1234", false),
      ("AWS_SECRET_ACCESS_KEY=1234", false), ("LANG", false), ("=PATH=/bin", false),
    ])
  func variables(variable: String, isPassed: Bool) {
    #expect(ProbeEnvironment.isPassed(Array(variable.utf8)) == isPassed)
  }
}
