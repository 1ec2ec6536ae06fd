public import CleanseGraph
import CleanseSupport

/// How a user wants the findings of a code to be taken: one of the severities, or not at all.
public enum FindingLevel: String, Hashable, Sendable, CaseIterable {
  /// As an error: what was asked for can't work.
  case error
  /// As a warning.
  case warning
  /// As a note, which nothing depends on.
  case note
  /// The finding is neither told nor counted; how many there are is told.
  case ignore

  /// What a finding weighs that is taken so: one that is ignored weighs nothing to any check.
  var severity: Diagnostic.Severity {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note, .ignore: .note
    }
  }
}

extension FindingLevel {
  /// Why a code or a level can't be what a user wrote.
  public struct Mistake: Error, Hashable, Sendable {
    /// What is wrong, in one line without a full stop.
    public let message: String
    /// What may have been meant.
    public let hint: String
  }

  /// Reads a code and the level that a user wants its findings to have.
  ///
  /// The codes of the framework and of the plugin host are known. Others are those of validators from
  /// outside, which need not be there today, so they are taken as they are.
  ///
  /// - Throws: A ``Mistake`` also for a level below an error where that would only hide why a plugin is
  ///   rejected, or let one do harm.
  public static func read(
    _ level: String, for code: String
  ) throws(Mistake) -> (code: Diagnostic.Code, level: FindingLevel) {
    let known = Diagnostic.Code.known.map(\.rawValue)
    let owner = code.split(separator: "/", omittingEmptySubsequences: false)[0]
    if !known.contains(code) {
      // `unused-binding` lacks its owner only, and `cleanse/unused` its end.
      let named = known.first { $0.hasSuffix("/" + code) }
      let begun = known.first { owner.count + 2 < code.count && $0.hasPrefix(code) }
      let nearest = named ?? begun ?? NearestNames.first(code, among: known, takesBeginnings: false)
      if ["cleanse", "plugin", ""].contains(owner) || named != nil {
        throw Mistake(
          message: "there is no finding \(code.quoted)",
          hint: nearest.map { "did you mean `\($0)`?" } ?? "Documentation/Diagnostics.md lists them"
        )
      }
    }
    guard let read = FindingLevel(rawValue: level) else {
      let names = allCases.map(\.rawValue)
      let nearest = NearestNames.first(level, among: names)
      throw Mistake(
        message: "\(level.quoted) is no way to take a finding",
        hint: nearest.map { "did you mean `\($0)`?" } ?? "it is \(names.joined(separator: ", "))")
    }
    let result = Diagnostic.Code(rawValue: code)
    if read != .error, let reason = result.reasonToStayAnError {
      throw Mistake(message: "`\(code)` can only be an error", hint: reason)
    }
    return (result, read)
  }
}
