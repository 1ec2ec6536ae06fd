/// An option of a command: its name, its values and its description in the help.
struct Option: Hashable, Sendable {
  /// The long name without hyphens, such as `format`.
  let name: String
  /// The letter of the short form, if any.
  let letter: Character?
  /// The accepted values; empty if any value is accepted.
  let values: [String]
  /// The name of the value in the help, such as `SECONDS`; nil if the help lists the values.
  let placeholder: String?
  /// Whether the value is optional; if given, it follows an equals sign.
  let isValueOptional: Bool
  /// Whether the ``negation`` is an option as well.
  let isNegatable: Bool
  /// The description in the help: one line in the imperative.
  let summary: String

  init(
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
  var negation: Option { Option("no-\(name)", summary) }

  /// The accepted values, as a hint.
  var expectation: String {
    "expected \(values.isEmpty ? placeholder ?? "none" : values.joined(separator: " or "))"
  }

  /// The option in the help: `--format text|json`, `--[no-]locked[=FILE]`, `-h, --help`.
  var usage: String {
    let value = placeholder ?? values.joined(separator: "|")
    let long =
      "--\(isNegatable ? "[no-]" : "")\(name)"
      + (isValueOptional ? "[=\(value)]" : takesValue ? " \(value)" : "")
    return letter.map { "-\($0), \(long)" } ?? "    \(long)"
  }
}

extension Option {
  static let help = Option("help", letter: "h", "Show this help")
  static let version = Option("version", "Show the version of the program and the framework")
  static let format = Option(
    "format", values: OutputFormat.allCases.map(\.rawValue),
    "Write text or JSON (default: text)")
  static let all = Option("all", "Also list shared libraries that are not plugins")
  static let deadline = Option(
    "deadline", placeholder: "SECONDS", "Limit the load time of a plugin (default: 5)")
  static let severity = Option(
    "severity", placeholder: "CODE=LEVEL",
    "Set the level: error, warning, note or ignore")
  static let config = Option(
    "config", placeholder: "FILE", "Use the policy in FILE (default: nearest host.json)")
  static let noConfig = Option("no-config", "Use no policy file")
  /// The options of every command that uses the policy.
  static let policing = [severity, config, noConfig]
  static let allowInsecure = Option(
    "allow-insecure", isNegatable: true, "Allow plugins that other users can change")
  static let locked = Option(
    "locked", placeholder: "FILE", isValueOptional: true, isNegatable: true,
    "Reject plugins not in FILE (default: \(LockFile.standard))")
  static let requireSigned = Option(
    "require-signed", isNegatable: true, "Reject plugins without a trusted signature")
  static let trust = Option("trust", placeholder: "KEYFILE", "Trust a public key (repeatable)")
  /// The options of every command that inspects plugins.
  static let signatures = [allowInsecure, requireSigned, trust]
  /// The options of every command that lists or loads all plugins of directories.
  static let trusting = [allowInsecure, locked, requireSigned, trust]
  /// The options of every command that loads plugins in separate processes.
  static let probing = [deadline, rescan, noCache]
  static let exercise = Option(
    "exercise", "Call each factory of C plugins once as a test")
  static let inProcess = Option(
    "in-process", "Load into this process, for debugging")
  static let strict = Option("strict", isNegatable: true, "Treat warnings as errors")
  static let rescan = Option("rescan", "Ignore cached results of earlier runs")
  static let noCache = Option("no-cache", "Neither read nor write the cache")
}
