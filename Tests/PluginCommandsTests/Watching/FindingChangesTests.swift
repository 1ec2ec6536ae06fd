@testable import CleanseGraph
@testable import CleanseFindingReports
@testable import CleansePluginCommands
import Testing

@Suite("The changes between two validations")
struct FindingChangesTests {
  private func finding(
    _ fingerprint: String, _ severity: Diagnostic.Severity = .error, from plugin: String? = nil,
    subject: Int? = nil, isUnchanged: Bool = false
  ) -> ReportedFinding {
    ReportedFinding(
      Diagnostic(
        "cleanse/missing-binding", severity, fingerprint,
        provenance: plugin.map { Provenance(origin: $0) }),
      subject: subject, fingerprint: fingerprint, isUnchanged: isUnchanged)
  }

  private func changes(
    _ earlier: [ReportedFinding], _ later: [ReportedFinding], plugins: [String] = ["a", "b"],
    then: [String]? = nil
  ) -> [[String]] {
    func run(_ findings: [ReportedFinding], _ plugins: [String]) -> FindingChanges.Run {
      .init(findings, plugins: plugins.map { ($0, "\($0).so") })
    }
    let changes = FindingChanges(from: run(earlier, plugins), to: run(later, then ?? plugins))
    #expect(changes.isEmpty == [changes.new, changes.fixed, changes.gone].allSatisfy(\.isEmpty))
    return [changes.new, changes.fixed, changes.gone].map { $0.map(\.message) }
  }

  @Test("are what is new, fixed and gone")
  func kinds() {
    let kept = finding("kept")
    #expect(changes([kept], [kept]) == [[], [], []])
    #expect(changes([kept], [kept, finding("x")]) == [["x"], [], []])
    #expect(changes([kept, finding("x", from: "a")], [kept]) == [[], ["x"], []])
    #expect(
      changes([kept, finding("x", from: "a")], [kept], then: ["b"]) == [[], [], ["x"]])
    #expect(changes([finding("x")], [finding("y")]) == [["y"], ["x"], []])
    // About the file of a plugin, which need not have an identifier.
    #expect(changes([finding("x", subject: 0)], [], then: ["b"]) == [[], [], ["x"]])
    #expect(changes([finding("x", subject: 1)], [], then: ["b"]) == [[], ["x"], []])
  }

  @Test("contain a finding that has become more severe, and none that has become less severe")
  func severity() {
    #expect(changes([finding("x", .warning)], [finding("x")]) == [["x"], [], []])
    #expect(changes([finding("x")], [finding("x", .warning)]) == [[], [], []])
  }

  @Test("leave out what a baseline accepts")
  func baseline() {
    let known = finding("known", isUnchanged: true)
    #expect(changes([], [known]) == [[], [], []])
    #expect(changes([finding("known")], [known]) == [[], ["known"], []])
  }
}
