/// What a command line said.
struct ParsedArguments: Equatable, Sendable {
  /// Which options were given without a value.
  var flags: Set<Option> = []
  /// The values of each option that was given some, in their order.
  var values: [Option: [String]] = [:]
  /// The option of each value, in the order of the command line: some say more of the one before.
  var order: [Option] = []
  /// What was no option and stood before `--`, in its order.
  var operands: [String] = []
  /// What stood behind `--`; nothing when there was no `--`.
  var trailing: [String]?

  /// The operands on both sides of `--`, for a command to which it only ends the options.
  var allOperands: [String] {
    operands + (trailing ?? [])
  }

  /// Whether the option was given, with or without a value.
  func contains(_ option: Option) -> Bool {
    flags.contains(option) || values[option] != nil
  }

  /// The value of an option; of several the last.
  func value(of option: Option) -> String? {
    values[option]?.last
  }

  /// The format that `--format` asks for.
  var format: OutputFormat {
    value(of: .format).flatMap(OutputFormat.init(rawValue:)) ?? .text
  }
}
