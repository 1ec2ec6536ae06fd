@testable import CleanseGraph
@testable import CleansePluginFiles
@testable import CleansePluginLoading
@testable import CleansePluginProbing
import CleanseTestSupport
import Testing

@Suite("What is cached of the probe's outcomes")
struct CachedOutcomesTests {
  private static func outcome(_ codes: [Diagnostic.Code]) throws -> ProbeOutcome {
    let findings = codes.map { Diagnostic($0, .error, "wrong") }
    let graph = BindingGraph(
      components: [.init(name: "C", root: Key(type: "R", typeName: "R"))], bindings: [])
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

  @Test("a cached error says that it is cached, and no other finding does")
  func marked() throws {
    let plugin = try SamplePlugin.inspected()
    var outcome = try Self.outcome(["plugin/nondeterministic"])
    #expect(ProbeVerdict(of: plugin, outcome).findings.allSatisfy { $0.notes.isEmpty })
    outcome.isCached = true
    let note = "the result is cached from an earlier run; `--rescan` probes the plugin again"
    #expect(ProbeVerdict(of: plugin, outcome).findings.map { $0.notes.map(\.message) } == [[note]])
    var exited = ProbeOutcome(ending: .exited(status: 3))
    exited.isCached = true
    #expect(ProbeVerdict(of: plugin, exited).findings.last?.notes.last?.message == note)
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
    let finding = try #require(ProbeVerdict(of: plugin, outcome).findings.first)
    #expect(finding.provenance?.origin == "org.example.words" && finding.subject == nil)
  }

  @Test("variables of the dynamic linker are conditions of the process")
  func variables() {
    #expect(ProcessConditions.isLinkerVariable("LD_LIBRARY_PATH=/opt"))
    #expect(ProcessConditions.isLinkerVariable("GLIBC_TUNABLES=glibc.rtld.optional_static_tls=1"))
    #expect(!ProcessConditions.isLinkerVariable("OLD_PATH=/opt"))
    #expect(ProcessConditions.lines.contains { $0.hasPrefix("Uid:") })
  }
}
