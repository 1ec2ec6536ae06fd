/// What a command line said.
struct ParsedArguments: Equatable, Sendable {
  /// Which flags were given.
  var flags: Set<Option> = []
  /// The value of each option that takes one; of several the last.
  var values: [Option: String] = [:]
  /// What was no option and stood before `--`, in its order.
  var operands: [String] = []
  /// What stood behind `--`; nothing when there was no `--`.
  var trailing: [String]?

  /// The operands on both sides of `--`, for a command to which it only ends the options.
  var allOperands: [String] {
    operands + (trailing ?? [])
  }

  func contains(_ option: Option) -> Bool {
    flags.contains(option)
  }

  /// The format that `--format` asks for.
  var format: OutputFormat {
    values[.format].flatMap(OutputFormat.init(rawValue:)) ?? .text
  }
}
