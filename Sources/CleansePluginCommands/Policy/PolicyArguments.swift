import CleanseFindingReports
import CleansePluginHost
import CleanseSupport

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
  var sandbox: SandboxMode?
  var options: [OptionAssignment] = []
  var disabled: [String] = []
  var onFailure: FailureMode?
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
    sandbox = arguments.value(of: .sandbox).flatMap(SandboxMode.init(rawValue:))
    for text in arguments.values[.set] ?? [] {
      options.append(try Self.assignment(text, for: command))
    }
    disabled = arguments.values[.without] ?? []
    onFailure = arguments.value(of: .onFailure).flatMap(FailureMode.init(rawValue:))
  }

  /// Reads `PLUGIN.OPTION=VALUE`. The identifier has dots, and the name of an option has none.
  private static func assignment(
    _ text: String, for command: String
  ) throws(UsageError) -> OptionAssignment {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let dot = parts[0].lastIndex(of: "."), dot > parts[0].startIndex,
      parts[0].index(after: dot) < parts[0].endIndex
    else {
      throw UsageError(
        "invalid value \(text.quoted) for option --set",
        hints: ["expected PLUGIN.OPTION=VALUE, such as org.example.wrap.width=72"],
        command: command)
    }
    return OptionAssignment(
      String(parts[0][parts[0].index(after: dot)...]), of: String(parts[0][..<dot]),
      to: .text(String(parts[1])), from: .commandLine)
  }

  private static func deadline(
    _ arguments: ParsedArguments, _ command: String
  ) throws(UsageError) -> Double? {
    let expected = "a number of seconds, such as 2 or 0.5"
    return try arguments.value(of: .deadline, for: command, expected: expected) {
      Double($0).flatMap { $0 > 0 && $0 <= PolicyFile.longestDeadline ? $0 : nil }
    }
  }
}
