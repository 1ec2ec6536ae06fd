import CleanseGraph
import CleansePluginCABI
import CleanseSupport

extension ContributedFindings {
  /// The same findings, but one about the validator in place of those whose code is not one of its own. Otherwise, a plugin could
  /// report in the name of the host.
  package var withOwnCodes: ContributedFindings {
    guard case .found(let findings) = self else { return self }
    var refused: Set<[String?]> = []
    return .found(
      findings.compactMap { finding in
        guard let defect = finding.code.defectOfValidator else { return finding }
        let source = [finding.validatorOrigin, finding.validator, finding.code.rawValue]
        return refused.insert(source).inserted ? .refusedCode(of: finding, defect) : nil
      })
  }
}

extension Diagnostic.Code {
  /// The codes of findings that the framework makes of what a validator does.
  private static let ofValidators: Set<Self> = [
    .reportedError, .pluginMisusedTable, .pluginValidatorCode,
  ]
  private static let ownersOfHost = ["cleanse", "plugin"]
  private static let lengthLimit = 100

  /// Why a validator of a plugin may not report a finding with the code, as a clause; nil if it may.
  fileprivate var defectOfValidator: String? {
    guard !Self.ofValidators.contains(self) else { return nil }
    guard isWellFormed else { return "which is not of the form `owner/name`" }
    // Names that differ only in case look alike.
    let owner = rawValue.prefix { $0 != "/" }.lowercased()
    return Self.ownersOfHost.contains(owner) ? "whose owner is the host" : nil
  }

  /// Whether it consists of an owner and a name, of letters, digits, and `-`, `_` and `.`.
  private var isWellFormed: Bool {
    let parts = rawValue.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.count == 2 && rawValue.utf8.count <= Self.lengthLimit
      && parts.allSatisfy { part in !part.isEmpty && part.allSatisfy(Self.isPart) }
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
    default: false
    }
  }
}

extension Diagnostic {
  fileprivate static func refusedCode(of finding: Diagnostic, _ defect: String) -> Diagnostic {
    let code = finding.code.rawValue
    var refused = Diagnostic(
      .pluginValidatorCode, .error,
      "a validator reported a finding with the code \(code.quoted), \(defect)",
      provenance: Provenance(origin: finding.validatorOrigin),
      notes: [Note("it reported: \(finding.message)")],
      fix: "report it with a code `owner/name` whose owner is the author or the plugin",
      arguments: [.init("code", code)] + (finding.validator.map { [.init("validator", $0)] } ?? []))
    (refused.validator, refused.validatorOrigin) = (finding.validator, finding.validatorOrigin)
    return refused
  }
}
