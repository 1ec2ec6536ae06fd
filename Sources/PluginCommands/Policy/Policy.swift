import CleansePluginHost

/// What is in effect for a command: each setting with who chose it.
///
/// Here, and nowhere else, it is decided whose word counts: first the command line's, then the
/// environment's, then that of the policy file, then what is built in. A setting is taken from one of
/// them as a whole; of the levels of findings, each code is a setting.
struct Policy: Equatable, Sendable {
  /// The policy file, as messages call it; nothing where there is none.
  let file: String?
  /// Where plugins are looked for, unless the command line says where.
  let directories: Setting<[String]>
  /// How findings are taken.
  let severities: [Diagnostic.Code: Setting<FindingLevel>]
  /// Whether plugins that others can change are used, with a warning.
  let allowsInsecure: Setting<Bool>
  /// Whether plugins without a signature by a trusted key are refused.
  let requiresSigned: Setting<Bool>
  /// The files of the keys that are trusted.
  let trustedKeys: Setting<[String]>
  /// The lock file, whether or not it is in use.
  let lockFile: Setting<String>
  /// Whether what the lock does not name is refused.
  let isLocked: Setting<Bool>
  /// Whether warnings count as errors.
  let isStrict: Setting<Bool>
  /// The file of the findings that are known; nothing where none are.
  let baseline: Setting<String?>
  /// How long a plugin may take to load, in seconds.
  let deadline: Setting<Double>

  /// Without arguments, what is built in.
  ///
  /// - Parameters:
  ///   - arguments: What the command line says.
  ///   - environment: The process's variables.
  ///   - file: The policy file that applies, if one does.
  init(
    _ arguments: PolicyArguments = PolicyArguments(), environment: [String: String] = [:],
    file: PolicyFile? = nil
  ) {
    self.file = file?.name
    /// The first of those that say something.
    func choice<Value>(
      _ argument: Value?, variable: (name: String, value: Value)? = nil,
      _ member: PolicyFile.Member<Value>?, standard: Value
    ) -> Setting<Value> {
      if let argument { return Setting(value: argument, origin: .arguments) }
      if let variable {
        return Setting(value: variable.value, origin: .environment(variable.name))
      }
      if let file, let member {
        return Setting(value: member.value, origin: .file(file.name, line: member.line))
      }
      return Setting(value: standard, origin: .standard)
    }
    directories = choice(
      nil, variable: PluginPath.listed(in: environment).map { (PluginPath.variable, $0) },
      file?.directories, standard: ["./plugins"])
    var severities: [Diagnostic.Code: Setting<FindingLevel>] = [:]
    for (code, level) in file?.severities ?? [:] {
      severities[code] = choice(nil, level, standard: level.value)
    }
    for (code, level) in arguments.severities {
      severities[code] = Setting(value: level, origin: .arguments)
    }
    self.severities = severities
    allowsInsecure = choice(arguments.allowsInsecure, file?.allowsInsecure, standard: false)
    requiresSigned = choice(arguments.requiresSigned, file?.requiresSigned, standard: false)
    trustedKeys = choice(arguments.trustedKeys, file?.trustedKeys, standard: [])
    lockFile = choice(arguments.lockFile, file?.lockFile, standard: LockFile.standard)
    isLocked = choice(arguments.isLocked, file?.isLocked, standard: false)
    isStrict = choice(arguments.isStrict, file?.isStrict, standard: false)
    let named = choice(arguments.baseline, file?.baseline, standard: "")
    baseline = Setting(
      value: named.origin == .standard ? nil : named.value, origin: named.origin)
    deadline = choice(arguments.deadline, file?.deadline, standard: Self.standardDeadline)
  }

  /// How long a plugin may take to load, in seconds, where nobody says.
  private static let standardDeadline = 5.0

  /// How findings are taken, for who takes them.
  var levels: FindingLevels {
    FindingLevels(severities.mapValues(\.value))
  }
}
