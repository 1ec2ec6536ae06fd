import CleansePluginHost
import CleansePluginMetadata

/// The effective policy for a command: each setting with its origin.
///
/// ``PolicySearch`` finds the policy file, and ``PolicyArguments`` are the options of the command line. The extensions read
/// the file and the lock and the keys that it names. A ``PluginPath`` is the directories in effect: the operands, else those
/// of the policy.
///
/// This type alone decides the precedence: the command line, then the environment, then the policy file, then
/// the default. Settings are not merged, but the level of each diagnostic code is a separate setting.
struct Policy: Equatable, Sendable {
  /// The name of the policy file in messages; nil if there is none.
  let file: String?
  /// The path of the policy file.
  let location: String?
  /// The options of the command line that select the policy file.
  var selection: [String] = []
  /// The plugin directories, unless the command line names some.
  let directories: Setting<[String]>
  /// The levels of findings by code.
  let severities: [Diagnostic.Code: Setting<FindingLevel>]
  /// Whether plugins that other users can change are used, with a warning.
  let allowsInsecure: Setting<Bool>
  /// Whether Swift plugins of a compiler with the same major and minor version are used, with a warning.
  let allowsSimilarCompiler: Setting<Bool>
  /// Whether plugins without a signature by a trusted key are rejected.
  let requiresSigned: Setting<Bool>
  /// The files of the trusted public keys.
  let trustedKeys: Setting<[String]>
  /// The lock file, whether or not it is used.
  let lockFile: Setting<String>
  /// Whether plugins that the lock file does not list are rejected.
  let isLocked: Setting<Bool>
  /// Whether warnings count as errors.
  let isStrict: Setting<Bool>
  /// The baseline file; nil if there is none.
  let baseline: Setting<String?>
  /// The maximum load time of a plugin, in seconds.
  let deadline: Setting<Double>
  /// Whether the processes that load plugins to check them are confined.
  let sandbox: Setting<SandboxMode>
  /// What the policy file allows all plugins while they are checked; nil for nothing.
  let grants: PolicyFile.Access?
  /// What it allows single plugins in addition.
  let pluginGrants: [String: PolicyFile.Access]
  /// What the process that runs plugins may do; nil for everything that its user may do.
  private(set) var permissions: Setting<Permissions?>
  /// What happens if a plugin can't be used.
  let onFailure: Setting<FailureMode>
  /// What happens if one of these plugins can't be used.
  let failureModes: [String: Setting<FailureMode>]
  /// Whether these plugins are used; the others are.
  let enabled: [String: Setting<Bool>]
  /// The islands that must not be merged with another one.
  let islands: [String: Setting<PolicyFile.Island>]
  /// What is set for the plugins.
  var configuration: PluginConfiguration
  /// The identities of the types that the tool requests from the component.
  var requestedTypes: Set<String> = []

  /// Creates the policy; without arguments, the default one.
  ///
  /// - Parameters:
  ///   - arguments: The options of the command line.
  ///   - environment: The environment variables.
  ///   - file: The policy file that applies, if one does.
  ///   - standard: The directories that are used if none are named.
  init(
    _ arguments: PolicyArguments = PolicyArguments(), environment: [String: String] = [:],
    file: PolicyFile? = nil, directories standard: [String] = ["./plugins"]
  ) {
    self.file = file?.name
    location = file?.location
    /// The value with the highest precedence.
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
      file?.directories, standard: standard)
    var severities: [Diagnostic.Code: Setting<FindingLevel>] = [:]
    for (code, level) in file?.severities ?? [:] {
      severities[code] = choice(nil, level, standard: level.value)
    }
    for (code, level) in arguments.severities {
      severities[code] = Setting(value: level, origin: .arguments)
    }
    self.severities = severities
    allowsInsecure = choice(arguments.allowsInsecure, file?.allowsInsecure, standard: false)
    allowsSimilarCompiler = choice(nil, file?.allowsSimilarCompiler, standard: false)
    requiresSigned = choice(arguments.requiresSigned, file?.requiresSigned, standard: false)
    trustedKeys = choice(arguments.trustedKeys, file?.trustedKeys, standard: [])
    lockFile = choice(arguments.lockFile, file?.lockFile, standard: PluginLock.fileName)
    isLocked = choice(arguments.isLocked, file?.isLocked, standard: false)
    isStrict = choice(arguments.isStrict, file?.isStrict, standard: false)
    let named = choice(arguments.baseline, file?.baseline, standard: "")
    baseline = Setting(
      value: named.origin == .standard ? nil : named.value, origin: named.origin)
    deadline = choice(arguments.deadline, file?.deadline, standard: Self.standardDeadline)
    sandbox = choice(arguments.sandbox, file?.sandbox, standard: .prefer)
    grants = file?.grants
    pluginGrants = (file?.pluginGrants ?? [:]).mapValues(\.value)
    permissions = Self.permissions(file)
    onFailure = choice(arguments.onFailure, file?.onFailure, standard: .refuse)
    failureModes = (file?.failureModes ?? [:]).mapValues {
      choice(nil, $0, standard: $0.value)
    }
    islands = (file?.islands ?? [:]).mapValues { choice(nil, $0, standard: $0.value) }
    var enabled = (file?.enabled ?? [:]).mapValues { choice(nil, $0, standard: $0.value) }
    for plugin in arguments.disabled {
      enabled[plugin] = Setting(value: false, origin: .arguments)
    }
    self.enabled = enabled
    var configuration = file?.configuration ?? PluginConfiguration()
    configuration.options += arguments.options
    configuration.environment = environment.filter {
      $0.key.hasPrefix(PluginConfiguration.variablePrefix)
    }
    configuration.onFailure = onFailure.value
    configuration.disabled += arguments.disabled.map { PluginMention($0, from: .commandLine) }
    self.configuration = configuration
  }

  /// The policy for the processes of an island.
  func forIsland(named name: String) -> Policy {
    guard let island = islands[name], let own = island.value.permissions else { return self }
    var policy = self
    policy.permissions = Setting(value: own, origin: island.origin)
    return policy
  }

  private static func permissions(_ file: PolicyFile?) -> Setting<Permissions?> {
    guard let file, let member = file.permissions else {
      return Setting(value: nil, origin: .standard)
    }
    return Setting(value: member.value, origin: .file(file.name, line: member.line))
  }

  /// The default load time of a plugin, in seconds.
  private static let standardDeadline = 5.0

  /// What plugins may do while they are checked.
  var sandboxGrants: SandboxGrants {
    SandboxGrants(
      all: grants?.access ?? SystemAccess(), plugins: pluginGrants.mapValues(\.access))
  }

  /// How findings are judged, without the origins of the settings; only some commands use the baseline.
  var judgement: Judgement {
    var judgement = Judgement(levels: severities.mapValues(\.value), isStrict: isStrict.value)
    judgement.requestedTypes = requestedTypes
    return judgement
  }
}
