import CleanseGraph
import CleanseTestSupport
import CleanseFindingReports
import Testing

@Suite("Findings in the style of the compiler")
struct CompilerStyleTests {
  private static let place = SourceLocation(file: "App/App.swift", path: "/src/App.swift", line: 7)
  private static let other = SourceLocation(file: "App/Log.swift", path: "/src/Log.swift", line: 3)

  @Test("each part is a line that begins with a location")
  func lines() {
    let finding = Diagnostic(
      .missingBinding, .error, "missing binding for App.Clock", at: Self.place,
      provenance: Provenance(modules: ["App.LogModule"]),
      notes: [
        Diagnostic.Note("App.Log depends on it", at: Self.other, path: ["App.App", "App.Log"]),
        Diagnostic.Note("near: Clock? is bound"),
      ],
      fix: "add a binding:\nbinder.bind(App.Clock.self)")
    expectGolden(text(finding), "compiler-style")
  }

  @Test("without a location, the line begins with the severity")
  func noLocation() {
    let text = text(Diagnostic(.genericComponent, .note, "App.Shop\u{7} is generic"))
    #expect(text == "note: App.Shop\\u{7} is generic [cleanse/generic-component]\n")
  }

  private func text(_ finding: Diagnostic) -> String {
    DiagnosticText.of(finding, as: .compiler, for: .none)
  }
}
