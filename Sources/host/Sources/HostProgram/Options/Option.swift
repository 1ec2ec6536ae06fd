/// One option of a command: how it is typed, what it takes, and what the help says about it.
struct Option: Hashable, Sendable {
  /// The long name without its hyphens, as in `format`.
  let name: String
  /// The letter of the short form, if there is one.
  let letter: Character?
  /// The values that the option takes; empty for a flag.
  let values: [String]
  /// What it does, in one line.
  let summary: String

  init(_ name: String, letter: Character? = nil, values: [String] = [], _ summary: String) {
    self.name = name
    self.letter = letter
    self.values = values
    self.summary = summary
  }

  /// The option as the help shows it: `--format text|json`, `-h, --help`.
  var usage: String {
    let long = values.isEmpty ? "--\(name)" : "--\(name) \(values.joined(separator: "|"))"
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
  static let strict = Option("strict", "Treat warnings as errors")
  static let rescan = Option("rescan", "Find out anew what is remembered of earlier runs")
  static let noCache = Option("no-cache", "Neither use nor remember anything of other runs")
}
