import CleansePluginHost

/// The policy settings of a command line; nil or empty if not given.
struct PolicyArguments: Equatable, Sendable {
  var severities: [Diagnostic.Code: FindingLevel] = [:]
  var allowsInsecure: Bool?
  var requiresSigned: Bool?
  var trustedKeys: [String]?
  var lockFile: String?
  var isLocked: Bool?
  var isStrict: Bool?
  var baseline: String?
  var deadline: Double?
}

extension PolicyArguments {
  /// - Throws: A ``UsageError`` for an invalid value, or for contradicting options.
  init(_ arguments: ParsedArguments, for command: String) throws(UsageError) {
    severities = try Self.severities(arguments, command)
    allowsInsecure = try Self.answer(to: .allowInsecure, arguments, command)
    requiresSigned = try Self.answer(to: .requireSigned, arguments, command)
    trustedKeys = arguments.values[.trust]
    lockFile = arguments.value(of: .locked) ?? arguments.value(of: .lockFile)
    isLocked = try Self.answer(to: .locked, arguments, command)
    isStrict = try Self.answer(to: .strict, arguments, command)
    baseline = arguments.value(of: .baseline)
    deadline = try Self.deadline(arguments, command)
  }

  private static func answer(
    to option: Option, _ arguments: ParsedArguments, _ command: String
  ) throws(UsageError) -> Bool? {
    let (yes, no) = (arguments.contains(option), arguments.contains(option.negation))
    guard !(yes && no) else {
      throw UsageError(
        "options --\(option.name) and --\(option.negation.name) can't be combined",
        command: command)
    }
    return yes ? true : no ? false : nil
  }

  private static func severities(
    _ arguments: ParsedArguments, _ command: String
  ) throws(UsageError) -> [Diagnostic.Code: FindingLevel] {
    var levels: [Diagnostic.Code: FindingLevel] = [:]
    for text in arguments.values[.severity] ?? [] {
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

  private static func deadline(
    _ arguments: ParsedArguments, _ command: String
  ) throws(UsageError) -> Double? {
    guard let text = arguments.value(of: .deadline) else { return nil }
    guard let seconds = Double(text), seconds > 0, seconds <= PolicyFile.longestDeadline else {
      throw UsageError(
        "invalid value `\(text)` for option --deadline",
        hints: ["expected a number of seconds, such as 2 or 0.5"], command: command)
    }
    return seconds
  }
}
