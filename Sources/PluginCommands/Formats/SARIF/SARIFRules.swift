import CleanseSupport
import EmbeddedDiagnostics
import CleanseGraph

extension SARIFLog.Rule {
  /// The kinds of the findings, each once, by their codes' order.
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

  /// What the document says of the code; of one of a validator from outside, nothing is known.
  ///
  /// - Parameter severity: That of a finding of the kind.
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
      let text = SARIFText.literal("\(id) is told by a validator that is no part of the framework.")
      shortDescription = .init(text: text)
      fullDescription = .init(text: text)
      help = .init(text: "\(text) The documentation of the plugin that brings it tells more.")
      defaultConfiguration = .init(level: severity.rawValue)
    }
  }

  /// `MissingBinding` for `cleanse/missing-binding`.
  private static func name(of code: Diagnostic.Code) -> String? {
    let words = code.rawValue.split(separator: "/").last?
      .split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let name = (words ?? []).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.isEmpty ? nil : name
  }
}
