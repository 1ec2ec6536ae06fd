/// A parsed command line.
package struct ParsedArguments: Equatable, Sendable {
  /// The options that were given without a value.
  package var flags: Set<Option> = []
  /// The values of each option that was given with a value, in order.
  package var values: [Option: [String]] = [:]
  /// The option of each value, in the order of the command line, since some options modify the one before.
  package var order: [Option] = []
  /// The operands before `--`, in order.
  package var operands: [String] = []
  /// The arguments after `--`; nil if there was no `--`.
  package var trailing: [String]?

  /// An empty command line.
  package init() {}

  /// The operands on both sides of `--`, for commands in which it only ends the options.
  package var allOperands: [String] {
    operands + (trailing ?? [])
  }

  /// Whether the option was given, with or without a value.
  package func contains(_ option: Option) -> Bool {
    flags.contains(option) || values[option] != nil
  }

  /// The last value of an option.
  package func value(of option: Option) -> String? {
    values[option]?.last
  }

  /// The value of an option, converted; nil without the option.
  ///
  /// - Parameters:
  ///   - expected: What the value has to be, as printed after "expected".
  ///   - convert: Returns nil for a value that is not as expected.
  package func value<Value>(
    of option: Option, for command: String?, expected: String, _ convert: (String) -> Value?
  ) throws(UsageError) -> Value? {
    guard let text = value(of: option) else { return nil }
    if let value = convert(text) { return value }
    throw UsageError(
      "invalid value `\(text)` for option --\(option.name)", hints: ["expected \(expected)"],
      command: command)
  }
}
