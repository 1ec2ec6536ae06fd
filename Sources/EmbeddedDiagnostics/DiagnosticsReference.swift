/// The sections of Documentation/Diagnostics.md, which is embedded in the program, by code.
package enum DiagnosticsReference {
  /// The section of a code; nil for a code that neither the framework nor the host has.
  package static func section(of code: String) -> DiagnosticsSection? {
    sections[code]
  }

  /// The codes with a section, sorted.
  package static var codes: [String] { sections.keys.sorted() }

  private static let sections = sections(
    of: String(decoding: PackageResources.Diagnostics_md, as: UTF8.self))

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
        code = title.contains("/") ? String(title) : nil
      } else {
        lines.append(line)
      }
    }
    close()
    return sections
  }
}
