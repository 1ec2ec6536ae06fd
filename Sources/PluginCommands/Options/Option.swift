/// One option of a command: how it is typed, what it takes, and what the help says about it.
struct Option: Hashable, Sendable {
  /// The long name without its hyphens, as in `format`.
  let name: String
  /// The letter of the short form, if there is one.
  let letter: Character?
  /// The values that the option takes, where there are only some.
  let values: [String]
  /// What the help calls the value, as in `SECONDS`; nothing where it lists the values.
  let placeholder: String?
  /// Whether the value may be left out; if it is there, it stands behind an equals sign.
  let isValueOptional: Bool
  /// Whether there is its ``negation``, too.
  let isNegatable: Bool
  /// What it does, in one line.
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

  /// Whether it is more than a flag.
  var takesValue: Bool { placeholder != nil || !values.isEmpty }

  /// The option that says the opposite, where a policy file may have said what this one says.
  var negation: Option { Option("no-\(name)", summary) }

  /// What it takes, as a part of a sentence.
  var expectation: String {
    "it takes \(values.isEmpty ? placeholder ?? "none" : values.joined(separator: " or "))"
  }

  /// The option as the help shows it: `--format text|json`, `--[no-]locked[=FILE]`, `-h, --help`.
  var usage: String {
    let value = placeholder ?? values.joined(separator: "|")
    let long =
      "--\(isNegatable ? "[no-]" : "")\(name)"
      + (isValueOptional ? "[=\(value)]" : takesValue ? " \(value)" : "")
    return letter.map { "-\($0), \(long)" } ?? "    \(long)"
  }
}

extension Option {
  static let help = Option(
    "help", letter: "h", "Tell what the command does and which options it has")
  static let version = Option("version", "Tell the version of the program and of the framework")
  static let format = Option(
    "format", values: OutputFormat.allCases.map(\.rawValue),
    "How to write the result; text otherwise")
  static let all = Option("all", "List shared libraries that are no plugins, too")
  static let deadline = Option(
    "deadline", placeholder: "SECONDS", "How long a plugin may take to load; 5 otherwise")
  static let severity = Option(
    "severity", placeholder: "CODE=LEVEL",
    "Make a finding an error, warning, note, or ignore")
  static let config = Option(
    "config", placeholder: "FILE", "The policy; host.json here or above otherwise")
  static let noConfig = Option("no-config", "Use no policy file")
  /// What every command takes that a policy file matters to.
  static let policing = [severity, config, noConfig]
  static let allowInsecure = Option(
    "allow-insecure", isNegatable: true, "Use plugins that others can change")
  static let locked = Option(
    "locked", placeholder: "FILE", isValueOptional: true, isNegatable: true,
    "Refuse what \(LockFile.standard), or FILE, does not name")
  static let requireSigned = Option(
    "require-signed", isNegatable: true, "Refuse what no trusted key has signed")
  static let trust = Option("trust", placeholder: "KEYFILE", "Trust a public key; may be repeated")
  /// What every command takes that looks at plugins, one by one or all of them.
  static let signatures = [allowInsecure, requireSigned, trust]
  /// What every command takes that lists or loads all plugins of directories.
  static let trusting = [allowInsecure, locked, requireSigned, trust]
  /// How plugins are loaded in processes of their own.
  static let probing = [deadline, rescan, noCache]
  static let exercise = Option(
    "exercise", "Call each factory of plugins in C once, as a trial")
  static let inProcess = Option(
    "in-process", "Load into this process, for a debugger")
  static let strict = Option("strict", isNegatable: true, "Treat warnings as errors")
  static let rescan = Option("rescan", "Find out anew what is remembered of earlier runs")
  static let noCache = Option("no-cache", "Neither use nor remember anything of other runs")
}
