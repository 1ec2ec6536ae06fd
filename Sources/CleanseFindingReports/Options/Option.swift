/// An option of a command: its name, its values and its description in the help.
package struct Option: Hashable, Sendable {
  /// The long name without hyphens, such as `format`.
  package let name: String
  /// The letter of the short form, if any.
  package let letter: Character?
  /// The accepted values; empty if any value is accepted.
  package let values: [String]
  /// The name of the value in the help, such as `SECONDS`; nil if the help lists the values.
  package let placeholder: String?
  /// Whether the value is optional; if given, it follows an equals sign.
  package let isValueOptional: Bool
  /// Whether the ``negation`` is an option as well.
  package let isNegatable: Bool
  /// The description in the help: one line in the imperative.
  package let summary: String

  package init(
    _ name: String, letter: Character? = nil, values: [String] = [], placeholder: String? = nil,
    isValueOptional: Bool = false, isNegatable: Bool = false, _ summary: String
  ) {
    self.name = name
    self.letter = letter
    self.values = values
    self.placeholder = placeholder
    self.isValueOptional = isValueOptional
    self.isNegatable = isNegatable
    self.summary = summary
  }

  /// Whether the option takes a value, optional or not.
  var takesValue: Bool { placeholder != nil || !values.isEmpty }

  /// The option with the opposite effect, which overrides a policy file.
  package var negation: Option { Option("no-\(name)", summary) }

  /// The accepted values, as a hint.
  package var expectation: String {
    "expected \(values.isEmpty ? placeholder ?? "none" : values.joined(separator: " or "))"
  }

  /// The option in the help: `--format text|json`, `--[no-]locked[=FILE]`, `-h, --help`.
  var usage: String { letter.map { "-\($0), \(synopsis)" } ?? "    \(synopsis)" }

  /// The option without its letter: `--format text|json`, `--[no-]locked[=FILE]`, `--help`.
  package var synopsis: String {
    let value = placeholder ?? values.joined(separator: "|")
    return "--\(isNegatable ? "[no-]" : "")\(name)"
      + (isValueOptional ? "[=\(value)]" : takesValue ? " \(value)" : "")
  }
}
