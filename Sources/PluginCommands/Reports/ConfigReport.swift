import CleansePluginHost

/// What `host config` tells: each setting with its value and who chose it.
struct ConfigReport: JSONDocument {
  /// A setting's value, of whichever type.
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

    /// What a table shows, a line each; a hyphen where there is nothing.
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
    /// As in the policy file, with a dot between the names; behind `severities.`, a code.
    let key: String
    let value: Value
    /// `command line`, `environment`, `file` or `built in`.
    let origin: String
    /// The variable, or the file and its line.
    let place: String?

    init<Chosen>(
      _ key: String, _ setting: Setting<Chosen>, _ value: (Chosen) -> Value
    ) {
      self.key = key
      self.value = value(setting.value)
      (origin, place) = (setting.origin.name, setting.origin.place)
    }
  }

  let schema = "cleanse-config/1"
  /// The policy file; nothing where there is none.
  let file: String?
  let settings: [Entry]

  /// - Parameter path: Where plugins are looked for, after a look at the operands.
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
        Entry("trust.requireSigned", policy.requiresSigned, Value.flag),
        Entry("trust.trustedKeys", policy.trustedKeys, Value.texts),
      ]
      + severities.map { code, level in
        Entry("severities.\(code.rawValue)", level) { .text($0.rawValue) }
      }
  }

  /// A row a setting; several values of one stand below each other.
  func text(for terminal: Terminal) -> String {
    var table = TextTable(columns: [
      .init("SETTING"), .init("VALUE", isFlexible: true), .init("FROM", isFlexible: true),
    ])
    table.rows = settings.flatMap { entry in
      entry.value.lines.enumerated().map { index, line in
        index == 0
          ? [.init(entry.key, .bold), .init(line), .init(entry.place ?? entry.origin, .dim)]
          : ["", .init(line), ""]
      }
    }
    return table.text(for: terminal)
  }
}

extension SettingOrigin {
  /// What reports call it.
  fileprivate var name: String {
    switch self {
    case .arguments: "command line"
    case .environment: "environment"
    case .file: "file"
    case .standard: "built in"
    }
  }
}
