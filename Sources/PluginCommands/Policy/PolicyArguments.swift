import FindingReports
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
    severities = try arguments.levels(for: command)
    allowsInsecure = try arguments.answer(to: .allowInsecure, for: command)
    requiresSigned = try arguments.answer(to: .requireSigned, for: command)
    trustedKeys = arguments.values[.trust]
    lockFile = arguments.value(of: .locked) ?? arguments.value(of: .lockFile)
    isLocked = try arguments.answer(to: .locked, for: command)
    isStrict = try arguments.answer(to: .strict, for: command)
    baseline = arguments.value(of: .baseline)
    deadline = try Self.deadline(arguments, command)
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
