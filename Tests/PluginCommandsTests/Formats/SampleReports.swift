@testable import CleanseGraph
@testable import CleansePluginHost
@testable import PluginCommands

/// Sample results of `host validate`.
enum SampleReports {
  static var paths: SourcePaths { SourcePaths(root: "/srv/app") }

  /// Two plugins, one of them rejected, and findings of each kind about them and their graph.
  static func ordinary(isStrict: Bool = false) -> ValidateReport {
    let words = Provenance(origin: "org.example.words", modules: ["Words.WordsModule"])
    let report = Provenance(
      origin: "org.example.report", modules: ["Report.ReportModule", "Report.PagesModule"])
    let location = { (name: String, line: Int) in
      SourceLocation(
        file: "\(name)/\(name)Module.swift", path: "/srv/app/Sources/\(name)/\(name)Module.swift",
        line: line)
    }
    return ValidateReport(
      directories: ["plugins"],
      plugins: [
        plugin("org.example.report", "./plugins/libReport.so"),
        plugin("org.example.words", "./plugins/libWords.so"),
        plugin(nil, "./plugins/broken.so", rejection: "plugin/not-elf"),
        plugin("org.example.quiet", "/opt/plugins/libQuiet.so"),
      ],
      bindings: 7,
      reported: [
        ReportedFinding(
          Diagnostic(
            "plugin/not-elf", .error,
            "./plugins/broken.so is a text file, not an ELF shared library",
            fix: "remove it from the plugin directory, or build it as a shared library",
            arguments: [.init("file", "broken.so")]),
          plugin: 2, fingerprint: "00000000000000000000000000000001"),
        ReportedFinding(
          Diagnostic(
            "plugin/undeclared-contribution", .warning,
            "./plugins/libWords.so contributes to Command, which its manifest does not declare",
            provenance: Provenance(origin: "org.example.words"),
            notes: [.init("contributed here", at: location("Words", 8), provenance: words)],
            fix: "add \"Command\" to `contributes` in its plugin.json"),
          plugin: 1, fingerprint: "00000000000000000000000000000002"),
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
            subject: .edge(binding: 1, request: 0)),
          key: "[String: App.Words]", fingerprint: "00000000000000000000000000000003"),
        ReportedFinding(
          Diagnostic(
            "policy/unshared", .note, "App.Clock is not shared",
            provenance: Provenance(origin: "org.example.words"))),
      ],
      isStrict: isStrict)
  }

  /// Texts with a meaning to a terminal, XML, JSON, URIs, workflow commands and links.
  static func hostile() -> ValidateReport {
    let text =
      "<b>&\"'\u{1B}[31m\u{202E}\n::error::x%0A]]>[a](http://evil.example){0}\u{0}\u{FFFE}\r"
    let provenance = Provenance(origin: text, modules: [text, "]("])
    let locations = [
      SourceLocation(file: "../../etc/\n:,%", path: "../\(text)", line: 0),
      SourceLocation(file: "file://x/y", path: "/\u{0}", line: -3),
      SourceLocation(file: "", path: "", line: Int.max),
    ]
    return ValidateReport(
      directories: ["a b/\n"],
      plugins: [plugin(text, "./\(text)"), plugin(text, "./-"), plugin(nil, "/")], bindings: 0,
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
        ReportedFinding(Diagnostic("", .warning, ""), plugin: 2),
        ReportedFinding(Diagnostic("", .warning, "", fix: "")),
      ], isStrict: false)
  }

  /// Nothing at all.
  static let empty = ValidateReport(
    directories: [], plugins: [], bindings: 0, reported: [], isStrict: false)

  private static func plugin(
    _ identifier: String?, _ file: String, rejection: String? = nil
  ) -> ValidateReport.Plugin {
    ValidateReport.Plugin(
      identifier: identifier, version: identifier.map { _ in "1.0.0" }, file: file,
      status: rejection == nil ? .ok : .rejected, rejection: rejection)
  }
}
