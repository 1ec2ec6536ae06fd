import CleanseSupport
import CleanseEmbeddedDiagnostics
import CleanseGraph

extension SARIFLog.Rule {
  /// The codes of the findings and their rules, each once, sorted by code.
  static func all(
    for findings: [Diagnostic]
  ) -> (codes: [Diagnostic.Code], rules: [SARIFLog.Rule]) {
    var severities: [Diagnostic.Code: Diagnostic.Severity] = [:]
    for finding in findings {
      severities[finding.code] = max(finding.severity, severities[finding.code] ?? .note)
    }
    let codes = severities.keys.sorted { $0.rawValue < $1.rawValue }
    return (codes, codes.map { SARIFLog.Rule($0, severities[$0] ?? .warning) })
  }

  /// Creates the rule from the documentation of the code, or a generic one for the code of a contributed
  /// validator.
  ///
  /// - Parameter severity: The highest severity among the findings with the code.
  private init(_ code: Diagnostic.Code, _ severity: Diagnostic.Severity) {
    id = PlainText.escaped(code.rawValue)
    name = Self.name(of: code)
    if let section = DiagnosticsReference.section(of: code.rawValue) {
      shortDescription = .init(text: SARIFText.literal(section.summary))
      fullDescription = .init(text: SARIFText.literal(section.description))
      help = .init(
        text: SARIFText.literal(section.text), markdown: SARIFText.markdown(section.markdown))
      defaultConfiguration = .init(level: section.severity ?? severity.rawValue)
    } else {
      let text = SARIFText.literal("\(id) is reported by a validator outside the framework.")
      shortDescription = .init(text: text)
      fullDescription = .init(text: text)
      help = .init(text: "\(text) See the documentation of the plugin that contributes it.")
      defaultConfiguration = .init(level: severity.rawValue)
    }
  }

  /// `MissingBinding` for `cleanse/missing-binding`.
  private static func name(of code: Diagnostic.Code) -> String? {
    // Not a path: a code of a finding.
    let words = code.rawValue.split(separator: "/").last?
      .split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let name = (words ?? []).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.isEmpty ? nil : name
  }
}
