import FindingReports
import CleansePluginHost

/// The result of `host config`: each setting with its value and its origin.
struct ConfigReport: ReportDocument {
  /// The value of a setting, of any type.
  enum Value: Encodable, Sendable {
    case flag(Bool)
    case number(Double)
    case text(String?)
    case texts([String])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .flag(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      case .texts(let value): try container.encode(value)
      }
    }

    /// The lines of a table cell; a hyphen if there is no value.
    var lines: [String] {
      switch self {
      case .flag(let value): ["\(value)"]
      case .number(let value): [value == value.rounded() ? "\(Int(value))" : "\(value)"]
      case .text(let value): [value ?? "-"]
      case .texts(let value): value.isEmpty ? ["-"] : value
      }
    }
  }

  struct Entry: Encodable, Sendable {
    /// The path of the member in the policy file, separated by dots; `severities.` is followed by a code.
    let key: String
    let value: Value
    /// `command line`, `environment`, `file` or `default`.
    let origin: String
    /// The variable, or the file and the line.
    let location: String?

    init<Chosen>(
      _ key: String, _ setting: Setting<Chosen>, _ value: (Chosen) -> Value
    ) {
      self.key = key
      self.value = value(setting.value)
      (origin, location) = (setting.origin.name, setting.origin.location)
    }
  }

  let schema = "cleanse-config/1"
  /// The policy file; nil if there is none.
  let file: String?
  let settings: [Entry]

  /// - Parameter path: The plugin directories, with the operands taken into account.
  init(_ policy: Policy, path: PluginPath) {
    file = policy.file
    let severities = policy.severities.sorted { $0.key.rawValue < $1.key.rawValue }
    settings =
      [
        Entry(
          "directories", Setting(value: path.directories, origin: path.origin), Value.texts),
        Entry("strict", policy.isStrict, Value.flag),
        Entry("deadline", policy.deadline, Value.number),
        Entry("baseline", policy.baseline, Value.text),
        Entry("lock.file", policy.lockFile, Value.text),
        Entry("lock.locked", policy.isLocked, Value.flag),
        Entry("trust.allowInsecure", policy.allowsInsecure, Value.flag),
        Entry("trust.allowSimilarCompiler", policy.allowsSimilarCompiler, Value.flag),
        Entry("trust.requireSigned", policy.requiresSigned, Value.flag),
        Entry("trust.trustedKeys", policy.trustedKeys, Value.texts),
      ]
      + severities.map { code, level in
        Entry("severities.\(code.rawValue)", level) { .text($0.rawValue) }
      }
  }

  /// Returns a table with one row for each setting; further values of a setting follow on separate lines.
  func text(for terminal: Terminal) -> String {
    var table = TextTable(columns: [
      .init("SETTING"), .init("VALUE", isFlexible: true), .init("ORIGIN", isFlexible: true),
    ])
    table.rows = settings.flatMap { entry in
      entry.value.lines.enumerated().map { index, line in
        index == 0
          ? [.init(entry.key, .bold), .init(line), .init(entry.location ?? entry.origin, .dim)]
          : ["", .init(line), ""]
      }
    }
    return table.text(for: terminal)
  }
}

extension SettingOrigin {
  /// The name in reports.
  fileprivate var name: String {
    switch self {
    case .arguments: "command line"
    case .environment: "environment"
    case .file: "file"
    case .standard: "default"
    }
  }
}
