public import CleanseGraph
import CleanseSupport
import CleanseEmbeddedDiagnostics

/// The level that a user sets for the findings of a code: a severity, or `ignore`.
public enum FindingLevel: String, Hashable, Sendable, CaseIterable {
  /// The findings are errors: the request fails.
  case error
  /// The findings are warnings.
  case warning
  /// The findings are notes, which do not affect the result.
  case note
  /// The findings are suppressed; only their number is reported.
  case ignore

  /// The severity of findings with this level. Ignored findings count as notes.
  package var severity: Diagnostic.Severity {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note, .ignore: .note
    }
  }

  /// The level of findings with this severity.
  package init(_ severity: Diagnostic.Severity) {
    self =
      switch severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
  }
}

extension FindingLevel {
  /// An invalid code or level.
  public struct Mistake: Error, Hashable, Sendable {
    /// A message of one line without a final period.
    public let message: String
    /// A hint at the code or level that was meant.
    public let hint: String
  }

  /// Parses a code and the level that a user sets for it.
  ///
  /// The codes of the framework and of the plugin host are known. Other codes are those of external validators, which
  /// may be absent, so they are accepted unchecked.
  ///
  /// - Throws: A ``Mistake``, also for a level below `error` that would only hide why a plugin is rejected, or
  ///   that would be unsafe.
  public static func read(
    _ level: String, for code: String
  ) throws(Mistake) -> (code: Diagnostic.Code, level: FindingLevel) {
    let known = Diagnostic.Code.known.map(\.rawValue)
    // Not a path: a code of a finding.
    let owner = code.split(separator: "/", omittingEmptySubsequences: false)[0]
    if !known.contains(code) {
      // `unused-binding` only lacks its owner, and `cleanse/unused` its end.
      // Not a path: a code of a finding.
      let named = known.first { $0.hasSuffix("/" + code) }
      let begun = known.first { owner.count + 2 < code.count && $0.hasPrefix(code) }
      let nearest = named ?? begun ?? NearestNames.first(code, among: known, takesBeginnings: false)
      if ["cleanse", "plugin", ""].contains(owner) || named != nil {
        throw Mistake(
          message: "unknown finding code \(code.quoted)",
          hint: nearest.map { "did you mean `\($0)`?" } ?? "Documentation/Diagnostics.md lists them"
        )
      }
    }
    guard let read = FindingLevel(rawValue: level) else {
      let names = allCases.map(\.rawValue)
      let nearest = NearestNames.first(level, among: names)
      throw Mistake(
        message: "unknown finding level \(level.quoted)",
        hint: nearest.map { "did you mean `\($0)`?" }
          ?? "the levels are \(names.joined(separator: ", "))")
    }
    let result = Diagnostic.Code(rawValue: code)
    if read != .error, let reason = result.reasonToRemainAnError {
      throw Mistake(message: "`\(code)` can only be an error", hint: reason)
    }
    return (result, read)
  }
}

extension Diagnostic.Code {
  /// All codes of the framework and the plugin host, sorted: those that `Documentation/Diagnostics.md` describes.
  public static let known: [Self] = DiagnosticsReference.codes.map(Self.init(rawValue:))

  /// Why a finding with the code has to be an error; nil if it can have another level.
  fileprivate var reasonToRemainAnError: String? {
    if rawValue.hasPrefix("plugin/"), DiagnosticsReference.isAlwaysError(rawValue) {
      "a plugin with such a finding is rejected, whatever its level"
    } else if [.cNameConflict, .cTypeConflict].contains(self) {
      "in such a graph, plugins would misread each other's memory"
    } else {
      nil
    }
  }
}
