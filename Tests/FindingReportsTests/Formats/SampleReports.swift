@testable import CleanseGraph
@testable import CleanseFindingReports
import CleanseGraphAnalysis

/// Sample reports, as of `host validate`.
enum SampleReports {
  static var paths: SourcePaths { SourcePaths(root: "/srv/app") }

  /// Two plugins, one of them rejected, and findings of each kind about them and their graph.
  static func ordinary(isStrict: Bool = false) -> FindingReport {
    let words = Provenance(origin: "org.example.words", modules: ["Words.WordsModule"])
    let report = Provenance(
      origin: "org.example.report", modules: ["Report.ReportModule", "Report.PagesModule"])
    let location = { (name: String, line: Int) in
      SourceLocation(
        file: "\(name)/\(name)Module.swift", path: "/srv/app/Sources/\(name)/\(name)Module.swift",
        line: line)
    }
    return Self.report(
      subjects: [
        plugin("org.example.report", "./plugins/libReport.so"),
        plugin("org.example.words", "./plugins/libWords.so"),
        plugin(nil, "./plugins/broken.so"),
        plugin("org.example.quiet", "/opt/plugins/libQuiet.so"),
      ],
      reported: [
        ReportedFinding(
          Diagnostic(
            "plugin/not-elf", .error,
            "./plugins/broken.so is a text file, not an ELF shared library",
            fix: "remove it from the plugin directory, or build it as a shared library",
            arguments: [.init("file", "broken.so")]),
          subject: 2, fingerprint: "00000000000000000000000000000001"),
        ReportedFinding(
          Diagnostic(
            "plugin/undeclared-contribution", .warning,
            "./plugins/libWords.so contributes to Command, which its manifest does not declare",
            provenance: Provenance(origin: "org.example.words"),
            notes: [.init("contributed here", at: location("Words", 8), provenance: words)],
            fix: "add \"Command\" to `contributes` in its plugin.json"),
          subject: 1, fingerprint: "00000000000000000000000000000002"),
        ReportedFinding(
          Diagnostic(
            .missingBinding, .error, "missing binding for [String: App.Words]",
            at: location("Report", 8), provenance: report,
            notes: [
              .init(
                "App.Report depends on it as a provider", at: location("Report", 8),
                provenance: report, path: ["App.Desk", "App.Report"]),
              .init("near: App.Words is an element of [App.Words]"),
              .init("near: bound here", at: location("Words", 9), provenance: words),
            ],
            fix: "add a binding: binder.bind([String: App.Words].self).to { … }",
            subject: .edge(binding: BindingIndex(1), request: RequestIndex(0))),
          key: "[String: App.Words]", fingerprint: "00000000000000000000000000000003"),
        ReportedFinding(
          Diagnostic(
            "policy/unshared", .note, "App.Clock is not shared",
            provenance: Provenance(origin: "org.example.words"))),
      ],
      isStrict: isStrict, scope: "4 plugins (1 rejected), 7 bindings", fallbackFile: "plugins")
  }

  /// Texts with a meaning to a terminal, XML, JSON, URIs, workflow commands and links.
  static func hostile() -> FindingReport {
    let text =
      "<b>&\"'\u{1B}[31m\u{202E}\n::error::x%0A]]>[a](http://evil.example){0}\u{0}\u{FFFE}\r"
    let provenance = Provenance(origin: text, modules: [text, "]("])
    let locations = [
      SourceLocation(file: "../../etc/\n:,%", path: "../\(text)", line: 0),
      SourceLocation(file: "file://x/y", path: "/\u{0}", line: -3),
      SourceLocation(file: "", path: "", line: Int.max),
    ]
    return report(
      subjects: [plugin(text, "./\(text)"), plugin(text, "./-"), plugin(nil, "/")],
      reported: [
        ReportedFinding(
          Diagnostic(
            Diagnostic.Code(rawValue: "\(text)/"), .error, text, at: locations[0],
            provenance: provenance,
            notes: locations.map {
              .init(text, at: $0, provenance: provenance, path: [text, "]("])
            } + [.init("\u{85}"), .init("")],
            fix: "\(text)\nsecond line", arguments: [.init(text, text)]), key: text,
          fingerprint: "f"),
        ReportedFinding(Diagnostic("", .warning, ""), subject: 2),
        ReportedFinding(Diagnostic("", .warning, "", fix: "")),
      ], scope: "3 plugins, 0 bindings", fallbackFile: "a b/\n")
  }

  /// Nothing at all.
  static var empty: FindingReport { report(reported: [], scope: "0 plugins, 0 bindings") }

  static let program = Program(name: "host", version: "1.2.3", help: "host help")

  static func report(
    subjects: [FindingReport.Subject] = [], reported: [ReportedFinding],
    baseline: BaselineResult? = nil, isStrict: Bool = false, scope: String,
    fallbackFile: String = "."
  ) -> FindingReport {
    FindingReport(
      program: program, command: "host validate", subjects: subjects,
      remainder: FindingReport.Subject(
        name: "combined graph", className: "graph", passing: "the plugins fit together"),
      fallbackFile: fallbackFile, reported: reported, baseline: baseline,
      judgement: Judgement(isStrict: isStrict), scope: scope, ignored: 0, document: Document())
  }

  private struct Document: ReportDocument {
    var schema = "cleanse-test/1"
  }

  private static func plugin(_ identifier: String?, _ file: String) -> FindingReport.Subject {
    FindingReport.Subject(
      name: identifier ?? file.split(separator: "/").last.map(String.init) ?? file,
      identifier: identifier, file: file, passing: "can be used")
  }
}
