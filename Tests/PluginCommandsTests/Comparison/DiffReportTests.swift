@testable import CleanseFindingReports
@testable import CleanseGraph
@testable import CleansePluginHost
@testable import CleansePluginCommands
import Testing

@Suite("The report of host diff")
struct DiffReportTests {
  private static func side(
    scope: String?, line: Int, findings: [Diagnostic] = [], name: String = "Words"
  ) -> CombinedGraph {
    let key = Key(type: name, typeName: name)
    return CombinedGraph(
      [],
      BindingGraph(
        components: [.init(name: "Host", root: key), .init(name: "Page", root: key, parent: 0)],
        bindings: [
          Binding(
            id: 0, component: 1, key: key, kind: .single, scope: scope,
            location: SourceLocation(file: "M/F.swift", path: "/home/me/F.swift", line: line),
            provenance: Provenance(origin: "org.a", modules: ["M", "N"]))
        ]), diagnostics: findings)
  }

  private let report = DiffReport(
    "old",
    side(
      scope: nil, line: 1,
      findings: [
        Diagnostic(
          "plugin/wrote-output", .note, "/a/libA.so prints 12 bytes",
          arguments: [.init("file", "libA.so")]),
        Diagnostic(
          "x/y", .warning, "/a/libB.so is odd at F.swift:3", arguments: [.init("file", "libB.so")]),
      ]), "new",
    side(
      scope: "Singleton", line: 2,
      findings: [
        Diagnostic(
          "plugin/wrote-output", .note, "b/libA.so prints 13 bytes",
          arguments: [.init("file", "libA.so")]),
        Diagnostic(
          "x/y", .error, "b/libB.so is odd at F.swift:4", arguments: [.init("file", "libB.so")]),
        Diagnostic(
          "x/z", .error, "libC.so is odder",
          provenance: Provenance(origin: "org.c")),
      ]), withLocations: false)

  @Test("is text with a line for each difference and each field")
  func text() {
    #expect(
      report.text(for: .none) == """
        bindings
          changed  Words in Page from org.a by M > N
            scope: none → Singleton
        findings
          changed  libB.so [x/y]
            severity: warning → error
          added    libC.so is odder [x/z] from org.c: severity error
        differences: 1 binding, 2 findings

        """)
    #expect(report.status == .findings)
  }

  @Test("is Markdown in which every name is a code span")
  func markdown() {
    #expect(
      report.markdown == """
        ### From `old` to `new`

        differences: 1 binding, 2 findings

        **Bindings**

        - changed `Words` in `Page` from `org.a` by `M > N`
          - scope: none → `Singleton`

        **Findings**

        - changed `libB.so` (`x/y`)
          - severity: `warning` → `error`
        - added `libC.so is odder` (`x/z`) from `org.c`: severity `error`

        """)
  }

  @Test("is JSON without any directory of the machine")
  func json() throws {
    let text = try JSONOutput.text(of: report)
    #expect(!text.contains("/home/me"))
    #expect(text.contains(#""schema" : "cleanse-diff/1""#))
    #expect(text.contains(#""graphs" : true"#))
    #expect(text.contains(#""contributions" : ["#))
    #expect(
      text.contains(
        """
          "bindings" : [
            {
              "change" : "changed",
              "component" : "Page",
              "fields" : [
                {
                  "after" : "Singleton",
                  "name" : "scope"
                }
              ],
              "kind" : "single",
              "modules" : [
                "M",
                "N"
              ],
              "name" : "Words",
              "plugin" : "org.a"
            }
          ],
        """))
  }

  @Test("reports that there are no differences, and succeeds")
  func same() {
    let side = Self.side(scope: nil, line: 1)
    let report = DiffReport("a", side, "b", side, withLocations: true)
    #expect(report.text(for: .none) == "no differences\n")
    #expect(report.markdown == "### From `a` to `b`\n\nno differences\n")
    #expect(report.status == .success)
  }

  @Test("a hostile name acts neither on the terminal nor on the page")
  func hostile() {
    let name = "`</code>\n- @all [x](y)\u{1B}[2J"
    let report = DiffReport(
      "a", Self.side(scope: nil, line: 1), name,
      Self.side(scope: nil, line: 1, name: name), withLocations: false)
    let text = report.text(for: .none)
    #expect(!text.contains("\u{1B}"))
    #expect(text.contains(#"added    `</code>\u{A}- @all"#))
    #expect(report.markdown.contains(#"- added `` `</code>\u{A}- @all [x](y)\u{1B}[2J `` in"#))
    #expect(report.markdown.hasPrefix(#"### From `a` to `` `</code>\u{A}"#))
  }

  @Test("Markdown lists a hundred of a kind, and counts the rest")
  func many() {
    let side = Self.side(scope: nil, line: 1)
    let findings = (0..<103).map { Diagnostic("x/y", .note, "number\($0)") }
    let report = DiffReport(
      "a", side, "b", Self.side(scope: nil, line: 1, findings: findings),
      withLocations: false)
    #expect(report.markdown.hasSuffix("- and 3 more\n"))
    #expect(report.markdown.split(separator: "\n").count { $0.hasPrefix("- added") } == 100)
    #expect(report.text(for: .none).contains("number102"))
  }
}
