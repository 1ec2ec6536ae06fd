import GraphAnalysis
@testable import Cleanse
@testable import CleanseGraph
@testable import PluginFiles
@testable import PluginLoading
@testable import PluginMetadata
@testable import PluginTrust
import Testing

@Suite("Levels of findings")
struct FindingLevelsTests {
  private static let file = PluginFile(path: "p/libWords.so")

  private static func inspection(_ findings: [Diagnostic]) throws -> PluginInspection {
    let note = try sampleNote()
    let plugin = PluginDescription(
      file: file.path, manifest: note.manifest, stamp: note.stamp, neededLibraries: [])
    return PluginInspection(file: file, verdict: .plugin(plugin)).adding(findings)
  }

  @Test("a finding that becomes an error rejects its plugin, and only that")
  func raised() throws {
    let noted = try Self.inspection([Diagnostic("plugin/wrote-output", .note, "prints")])
    let rejected = noted.taking(FindingLevels(["plugin/wrote-output": .error]))
    #expect(rejected.usable == nil)
    #expect(rejected.diagnostics.map(\.severity) == [.error])
    #expect(rejected.taking(FindingLevels(["plugin/wrote-output": .note])) == rejected)
    for level in [FindingLevel.warning, .note, .ignore] {
      #expect(noted.taking(FindingLevels(["plugin/wrote-output": level])).usable != nil)
    }
    #expect(noted.taking(FindingLevels(["plugin/other": .error])) == noted)
  }

  @Test("an error about a plugin keeps its level")
  func kept() throws {
    let refused = try Self.inspection([
      Diagnostic("plugin/insecure-permissions", .error, "can be changed")
    ])
    let levels = FindingLevels(["plugin/insecure-permissions": .ignore])
    #expect(refused.taking(levels) == refused)
    #expect(refused.taking(levels).withoutFindings(ignoredBy: levels) == refused)
  }

  @Test("ignored findings are counted")
  func ignored() throws {
    let levels = FindingLevels(["plugin/wrote-output": .ignore])
    let quiet = try Self.inspection([
      Diagnostic("plugin/wrote-output", .note, "prints"),
      Diagnostic("plugin/other", .warning, "warns"),
    ]).taking(levels).withoutFindings(ignoredBy: levels)
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
    func combined(_ levels: FindingLevels) -> CombinedGraph {
      let missing = GraphValidation().diagnostics(of: graph)
      return CombinedGraph(
        [], graph, .notMade(missing), severities: levels.severities,
        serviceLoader: CleanseServiceLoader())
    }
    #expect(combined(FindingLevels()).diagnostics.map(\.severity) == [.error])
    let lowered = combined(FindingLevels([.missingBinding: .warning])).diagnostics
    #expect(lowered.map(\.code) == [.missingBinding])
    #expect(lowered.map(\.severity) == [.warning])
  }
}
