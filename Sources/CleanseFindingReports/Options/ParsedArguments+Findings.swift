package import CleanseGraph
package import CleanseGraphAnalysis

extension ParsedArguments {
  /// Whether an option or its negation was given; nil if neither was.
  ///
  /// - Throws: A ``UsageError`` if both were given.
  package func answer(
    to option: Option, for command: String?
  ) throws(UsageError) -> Bool? {
    let (yes, no) = (contains(option), contains(option.negation))
    guard !(yes && no) else {
      throw UsageError(
        "options --\(option.name) and --\(option.negation.name) can't be combined",
        command: command)
    }
    return yes ? true : no ? false : nil
  }

  /// How the options judge findings.
  ///
  /// - Throws: A ``UsageError`` for an invalid code or level, or for contradicting options.
  package func judgement(for command: String?) throws(UsageError) -> Judgement {
    Judgement(
      levels: try levels(for: command), isStrict: try answer(to: .strict, for: command) ?? false)
  }

  /// The levels of findings that `--severity` sets.
  ///
  /// - Throws: A ``UsageError`` for an invalid code or level.
  package func levels(
    for command: String?
  ) throws(UsageError) -> [Diagnostic.Code: FindingLevel] {
    var levels: [Diagnostic.Code: FindingLevel] = [:]
    for text in values[.severity] ?? [] {
      guard let sign = text.lastIndex(of: "=") else {
        throw UsageError(
          "invalid value `\(text)` for option --severity",
          hints: ["expected a code and a level, such as cleanse/unused-binding=error"],
          command: command)
      }
      do throws(FindingLevel.Mistake) {
        let (code, level) = try FindingLevel.read(
          String(text[text.index(after: sign)...]), for: String(text[..<sign]))
        levels[code] = level
      } catch {
        throw UsageError(
          "invalid value `\(text)` for option --severity: \(error.message)",
          hints: [error.hint], command: command)
      }
    }
    return levels
  }
}
