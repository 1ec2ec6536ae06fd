import CleanseGraphAnalysis
@testable import Cleanse
@testable import CleanseGraph
@testable import CleansePluginFiles
@testable import CleansePluginLoading
@testable import CleansePluginMetadata
@testable import CleansePluginTrust
import Testing

@Suite("Judgement of findings")
struct JudgementTests {
  private static let file = PluginFile(path: "p/libWords.so")

  private static func inspection(_ findings: [Diagnostic]) throws -> PluginInspection {
    let note = try sampleNote()
    let plugin = PluginDescription(
      file: file.path, manifest: note.manifest, stamp: note.stamp, neededLibraries: [])
    return PluginInspection(file: file, outcome: .plugin(plugin)).adding(findings)
  }

  @Test("a finding that becomes an error rejects its plugin, and only that")
  func raised() throws {
    let noted = try Self.inspection([Diagnostic("plugin/wrote-output", .note, "prints")])
    let rejected = noted.judged(by: Judgement(levels: ["plugin/wrote-output": .error]))
    #expect(rejected.usable == nil)
    #expect(rejected.diagnostics.map(\.severity) == [.error])
    #expect(rejected.judged(by: Judgement(levels: ["plugin/wrote-output": .note])) == rejected)
    for level in [FindingLevel.warning, .note, .ignore] {
      #expect(noted.judged(by: Judgement(levels: ["plugin/wrote-output": level])).usable != nil)
    }
    #expect(noted.judged(by: Judgement(levels: ["plugin/other": .error])) == noted)
  }

  @Test("an error about a plugin keeps its level")
  func kept() throws {
    let refused = try Self.inspection([
      Diagnostic("plugin/insecure-permissions", .error, "can be changed")
    ])
    let judgement = Judgement(levels: ["plugin/insecure-permissions": .ignore])
    #expect(refused.judged(by: judgement) == refused)
    #expect(refused.judged(by: judgement).withoutFindings(ignoredBy: judgement) == refused)
  }

  @Test("ignored findings are counted")
  func ignored() throws {
    let judgement = Judgement(levels: ["plugin/wrote-output": .ignore])
    let quiet = try Self.inspection([
      Diagnostic("plugin/wrote-output", .note, "prints"),
      Diagnostic("plugin/other", .warning, "warns"),
    ]).judged(by: judgement).withoutFindings(ignoredBy: judgement)
    #expect(quiet.diagnostics.map(\.code) == ["plugin/other"])
    #expect(quiet.ignored == 1)
    #expect(quiet.usable != nil)
  }

  @Test("levels also apply to what keeps the plugins' validators from running, reported once")
  func contributed() throws {
    enum Incomplete: RootComponent {
      static func configure(binder: UnscopedBinder) {}

      static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
        bind.to { (_: String) in 1 }
      }
    }
    let graph = BindingGraph(of: Incomplete.self)
    func combined(_ judgement: Judgement) -> CombinedGraph {
      let missing = GraphValidation().diagnostics(of: graph)
      return CombinedGraph(
        [], graph, .notMade(missing), judgement: judgement,
        serviceLoader: CleanseServiceLoader())
    }
    #expect(combined(Judgement()).diagnostics.map(\.severity) == [.error])
    let lowered = combined(Judgement(levels: [.missingBinding: .warning])).diagnostics
    #expect(lowered.map(\.code) == [.missingBinding])
    #expect(lowered.map(\.severity) == [.warning])
  }

  @Test("a warning fails a strict run only, an ignored finding or an accepted one none")
  func outcome() throws {
    let graph = BindingGraph(
      components: [.init(name: "App", root: Key(type: "I", typeName: "I"))], bindings: [])
    let findings = [
      Diagnostic("a/warned", .warning, "warns"), Diagnostic("a/noted", .note, "informs"),
      Diagnostic("a/ignored", .note, "is ignored"),
    ]
    var judgement = Judgement(levels: ["a/ignored": .ignore])
    let lax = judgement.outcome(of: findings, in: graph)
    #expect(lax.new.map(\.code) == ["a/warned", "a/noted"])
    #expect(lax.failures.isEmpty)
    judgement.isStrict = true
    #expect(judgement.outcome(of: findings, in: graph).failures.map(\.code) == ["a/warned"])
    judgement.baseline = FindingBaseline(
      application: "App", plugins: [],
      entries: IdentifiedFinding.all(findings, in: graph).map {
        .init(
          identity: $0.fingerprint, code: $0.finding.code, severity: $0.finding.severity,
          about: $0.about)
      })
    let accepted = judgement.outcome(of: [findings[0]], in: graph)
    #expect(accepted.new.isEmpty && accepted.failures.isEmpty)
    #expect(accepted.unchanged.map(\.code) == ["a/warned"])
    #expect(accepted.absent.map(\.code) == ["a/ignored", "a/noted"])
    let raised = Judgement(levels: ["a/noted": .error]).applied(to: findings[1])
    #expect(judgement.outcome(of: [raised], in: graph).failures.map(\.code) == ["a/noted"])
  }

  @Test("in a strict judgement, a combined graph with a warning is not usable")
  func strictGraph() throws {
    let graph = BindingGraph(
      components: [.init(name: "App", root: Key(type: "I", typeName: "I"))], bindings: [])
    func combined(_ judgement: Judgement) -> CombinedGraph {
      CombinedGraph(
        [], graph, diagnostics: [Diagnostic("a/warned", .warning, "")], judgement: judgement)
    }
    #expect(combined(Judgement()).isUsable)
    #expect(!combined(Judgement(isStrict: true)).isUsable)
  }
}
