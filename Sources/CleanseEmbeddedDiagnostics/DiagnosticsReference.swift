/// The sections of Documentation/Diagnostics.md, which is embedded in the program, by code.
package enum DiagnosticsReference {
  /// The section of a code; nil for a code that neither the framework nor the host has.
  package static func section(of code: String) -> DiagnosticsSection? {
    sections[code]
  }

  /// The codes of the framework and the host, sorted. The contents of the document are the list of them.
  package static var codes: [String] { severities.keys.sorted() }

  /// Whether all findings of a code are errors, as the contents name no severity for it.
  package static func isAlwaysError(_ code: String) -> Bool { severities[code] == "" }

  private static let document = String(decoding: PackageResources.Diagnostics_md, as: UTF8.self)
  private static let sections = sections(of: document)
  private static let severities = severities(in: document)

  /// The severities that the contents of a document name for each code, such as `error or warning`; empty for a code that
  /// is always an error. An entry is a line with a code as a link, perhaps its severities in parentheses, and a colon.
  static func severities(in document: String) -> [String: String] {
    var severities: [String: String] = [:]
    for line in document.split(separator: "\n").prefix(while: { !$0.hasPrefix("## ") }) {
      let start = line.drop { $0 == " " }
      guard start.hasPrefix("- [`"), let end = start.firstRange(of: "`](#") else { continue }
      let rest = start[end.upperBound...].drop { $0 != ")" }.dropFirst().prefix { $0 != ":" }
      let code = start[..<end.lowerBound].dropFirst("- [`".count)
      severities[String(code)] = rest.filter { !" ()".contains($0) }
    }
    return severities
  }

  /// The sections of a document by code: from each heading `## owner/name` to the next heading.
  static func sections(of document: String) -> [String: DiagnosticsSection] {
    var sections: [String: DiagnosticsSection] = [:]
    var code: String?
    var lines: [Substring] = []
    var isInCode = false
    func close() {
      if let code { sections[code] = DiagnosticsSection(lines: lines) }
      (code, lines) = (nil, [])
    }
    for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isInCode.toggle() }
      if !isInCode, line.hasPrefix("# ") || line.hasPrefix("## ") {
        close()
        let title = line.drop { $0 == "#" }.dropFirst()
        // Not a path: a code of a finding.
        code = title.contains("/") ? String(title) : nil
      } else {
        lines.append(line)
      }
    }
    close()
    return sections
  }
}
