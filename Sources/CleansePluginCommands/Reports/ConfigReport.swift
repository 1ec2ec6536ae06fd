import CleanseFindingReports
import CleansePluginHost
import CleansePluginMetadata
import CleanseSupport

/// The result of `host config`: each setting with its value and its origin.
struct ConfigReport: CommandReport {
  /// The value of a setting, of any type.
  enum Value: Encodable, Sendable {
    case flag(Bool)
    case number(Double)
    case text(String?)
    case texts([String])
    case numbers([Int])
    case option(OptionValue)
    /// The value of a secret.
    case hidden
    /// A value that the option does not accept.
    case invalid
    /// A value of an option of a plugin that was not found, which may be secret.
    case unknownPlugin
    /// A value of an option that the plugin does not have, which may be secret.
    case unknownOption

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .flag(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      case .texts(let value): try container.encode(value)
      case .numbers(let value): try container.encode(value)
      case .option(let value): try container.encode(value)
      case .hidden, .invalid, .unknownPlugin, .unknownOption: try container.encodeNil()
      }
    }

    /// The lines of a table cell; a hyphen if there is no value.
    var lines: [String] {
      switch self {
      case .flag(let value): ["\(value)"]
      case .number(let value): [value == value.rounded() ? "\(Int(value))" : "\(value)"]
      case .text(let value): [value ?? "-"]
      case .texts(let value): value.isEmpty ? ["-"] : value
      case .numbers(let value): value.isEmpty ? ["-"] : value.map { "\($0)" }
      case .option(let value): [value.text.isEmpty ? "-" : value.text]
      case .hidden: ["(secret)"]
      case .invalid: ["(invalid)"]
      case .unknownPlugin: ["(no such plugin)"]
      case .unknownOption: ["(no such option)"]
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
    /// Whether the value of an option is not shown; nil for false.
    var isSecret: Bool?
    /// Whether the option does not accept the given value, or needs one; nil for false.
    var isInvalid: Bool?

    private enum CodingKeys: String, CodingKey {
      case key, value, origin, location
      case isSecret = "secret"
      case isInvalid = "invalid"
    }

    /// The option of a plugin.
    init(_ plugin: String, _ option: ResolvedOption) {
      let origin = SettingOrigin(option.origin)
      let value: Value =
        if option.option.isSecret, option.value != nil { .hidden } else {
          option.value.map(Value.option) ?? (origin == .standard ? .text(nil) : .invalid)
        }
      self.init(
        "plugins.\(plugin).options.\(option.option.name)",
        Setting(value: value, origin: origin)
      ) { $0 }
      isSecret = option.option.isSecret ? true : nil
      isInvalid = option.value == nil ? true : nil
    }

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

  /// - Parameters:
  ///   - path: The plugin directories, with the operands taken into account.
  ///   - plugins: The plugins in the directories.
  init(_ policy: Policy, path: PluginPath, plugins: [PluginInspection]) {
    file = policy.file
    settings =
      Self.general(policy, path) + Self.severities(policy) + Self.plugins(policy)
      + Self.islands(policy)
      + Self.options(of: plugins) + Self.unknownOptions(policy.configuration, plugins)
  }

  private static func general(_ policy: Policy, _ path: PluginPath) -> [Entry] {
    let first = [
      Entry("directories", Setting(value: path.directories, origin: path.origin), Value.texts),
      Entry("strict", policy.isStrict, Value.flag),
      Entry("deadline", policy.deadline, Value.number),
      Entry("sandbox.mode", policy.sandbox) { .text($0.rawValue) },
    ]
    let further = [
      Entry("onFailure", policy.onFailure) { .text($0.rawValue) },
      Entry("baseline", policy.baseline, Value.text),
      Entry("lock.file", policy.lockFile, Value.text),
      Entry("lock.locked", policy.isLocked, Value.flag),
      Entry("trust.allowInsecure", policy.allowsInsecure, Value.flag),
      Entry("trust.allowSimilarCompiler", policy.allowsSimilarCompiler, Value.flag),
      Entry("trust.requireSigned", policy.requiresSigned, Value.flag),
      Entry("trust.trustedKeys", policy.trustedKeys, Value.texts),
    ]
    return first + Entry.all("sandbox", of: policy.grants, in: policy.file) + further
      + permissions(policy.permissions)
  }

  private static func severities(_ policy: Policy) -> [Entry] {
    policy.severities.sorted { $0.key.rawValue < $1.key.rawValue }.map { code, level in
      Entry("severities.\(code.rawValue)", level) { .text($0.rawValue) }
    }
  }

  /// What is set for single plugins, except for their options.
  private static func plugins(_ policy: Policy) -> [Entry] {
    let enabled = policy.enabled.sorted { $0.key < $1.key }.map {
      Entry("plugins.\($0.key).enabled", $0.value, Value.flag)
    }
    let modes = policy.failureModes.sorted { $0.key < $1.key }.map {
      Entry("plugins.\($0.key).onFailure", $0.value) { .text($0.rawValue) }
    }
    let grants = policy.pluginGrants.sorted { $0.key < $1.key }.flatMap {
      Entry.all("plugins.\($0.key).sandbox", of: $0.value, in: policy.file)
    }
    return enabled + modes + grants.filter { $0.location != nil }
  }

  /// What is set for islands.
  private static func islands(_ policy: Policy) -> [Entry] {
    policy.islands.sorted { $0.key < $1.key }.flatMap { name, island in
      let (prefix, limits) = ("islands.\(name)", island.value.limits)
      let own = island.value.permissions.map {
        permissions(Setting(value: $0, origin: island.origin), "\(prefix).permissions")
      }
      let used = [
        ("memory", limits.memory.map { "\($0 >> 20) MiB" }),
        ("cpu", limits.processors.map { "\($0)" }), ("processes", limits.processes.map { "\($0)" }),
      ].filter { $0.1 != nil }
      return [Entry("\(prefix).plugins", island) { .texts($0.plugins) }]
        + used.map { key, text in Entry("\(prefix).limits.\(key)", island) { _ in .text(text) } }
        + (own ?? [])
    }
  }

  /// What the permissions list; nil if plugins may do all that the user may.
  private static func permissions(
    _ setting: Setting<Permissions?>, _ prefix: String = "permissions"
  ) -> [Entry] {
    guard let permissions = setting.value else {
      return [Entry(prefix, setting) { _ in .text(nil) }]
    }
    func entry(_ key: String, _ value: Value) -> Entry {
      Entry("\(prefix).\(key)", setting) { _ in value }
    }
    let access = permissions.access
    return [
      entry("read", .texts(access.readable.sorted().map(\.text))),
      entry("write", .texts(access.writable.sorted().map(\.text))),
      entry("ports.connect", .numbers(access.connectPorts.sorted().map { Int($0) })),
      entry("ports.bind", .numbers(access.bindPorts.sorted().map { Int($0) })),
      entry("resolve", .flag(access.resolvesNames)),
      entry("exec", .texts(permissions.executable.sorted().map(\.text))),
      entry("memory", .text(permissions.memory.map { "\($0 >> 20) MiB" })),
    ]
  }

  private static func options(of plugins: [PluginInspection]) -> [Entry] {
    plugins.compactMap { plugin in
      plugin.description.map { ($0.manifest.identifier, plugin.options) }
    }.sorted { $0.0 < $1.0 }.flatMap { plugin, options in options.map { Entry(plugin, $0) } }
  }

  /// The options that are set for plugins that were not found, and options that plugins don't have.
  private static func unknownOptions(
    _ configuration: PluginConfiguration, _ plugins: [PluginInspection]
  ) -> [Entry] {
    let known = Dictionary(
      plugins.flatMap { plugin in
        let options = Set((plugin.description?.manifest.options ?? []).map(\.name))
        return plugin.settingIdentifiers.map { ($0, options) }
      },
      uniquingKeysWith: { first, _ in first })
    return configuration.options.filter { known[$0.plugin]?.contains($0.option) != true }.map {
      option in
      let value: Value = known[option.plugin] == nil ? .unknownPlugin : .unknownOption
      return Entry(
        "plugins.\(option.plugin).options.\(option.option)",
        Setting(value: value, origin: SettingOrigin(option.origin))
      ) { $0 }
    }
  }

  /// Returns a table with one row for each setting; further values of a setting follow on separate lines.
  func text(for terminal: Terminal) -> String {
    var table = TextTable(columns: [
      .init("SETTING"), .init("VALUE", .name), .init("ORIGIN", .prose),
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

extension ConfigReport.Entry {
  /// The members of an object that allow an access, set or not.
  ///
  /// - Parameter file: The policy file that has the object.
  static func all(
    _ object: String, of members: PolicyFile.Access?, in file: String?
  ) -> [ConfigReport.Entry] {
    let access = members?.access ?? SystemAccess()
    let values: [(String, ConfigReport.Value)] = [
      ("read", .texts(access.readable.sorted().map(\.text))),
      ("write", .texts(access.writable.sorted().map(\.text))),
      ("ports.connect", .numbers(access.connectPorts.sorted().map(Int.init))),
      ("ports.bind", .numbers(access.bindPorts.sorted().map(Int.init))),
      ("resolve", .flag(access.resolvesNames)),
    ]
    return values.map { name, value in
      let line = members?.line(of: name)
      let origin = file.flatMap { file in line.map { SettingOrigin.file(file, line: $0) } }
      return Self("\(object).\(name)", Setting(value: value, origin: origin ?? .standard)) { $0 }
    }
  }
}

extension SettingOrigin {
  /// The origin of an option's value.
  init(_ origin: OptionOrigin) {
    self =
      switch origin {
      case .commandLine: .arguments
      case .environment(let variable): .environment(variable)
      case .file(let location): .file(location.file, line: location.line)
      // The program sets no options itself.
      case .application, .standard: .standard
      }
  }

  /// The name in reports.
  var name: String {
    switch self {
    case .arguments: "command line"
    case .environment: "environment"
    case .file: "file"
    case .standard: "default"
    }
  }
}
