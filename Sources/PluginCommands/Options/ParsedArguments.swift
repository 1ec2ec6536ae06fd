/// A parsed command line.
struct ParsedArguments: Equatable, Sendable {
  /// The options that were given without a value.
  var flags: Set<Option> = []
  /// The values of each option that was given with a value, in order.
  var values: [Option: [String]] = [:]
  /// The option of each value, in the order of the command line, since some options modify the one before.
  var order: [Option] = []
  /// The operands before `--`, in order.
  var operands: [String] = []
  /// The arguments after `--`; nil if there was no `--`.
  var trailing: [String]?

  /// The operands on both sides of `--`, for commands in which it only ends the options.
  var allOperands: [String] {
    operands + (trailing ?? [])
  }

  /// Whether the option was given, with or without a value.
  func contains(_ option: Option) -> Bool {
    flags.contains(option) || values[option] != nil
  }

  /// The last value of an option.
  func value(of option: Option) -> String? {
    values[option]?.last
  }

  /// The value of `--format`.
  var format: OutputFormat {
    value(of: .format).flatMap(OutputFormat.init(rawValue:)) ?? .text
  }
}
