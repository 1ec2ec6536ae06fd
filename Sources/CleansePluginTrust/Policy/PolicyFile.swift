public import CleanseGraphAnalysis
public import CleanseGraph
import CleanseSupport
public import CleansePluginFiles
public import CleansePluginMetadata

/// The contents of a `host.json`, the policy of a host's operators: the plugin directories, which plugins may be
/// used, and the levels of findings.
///
/// It has only the values of the file; the caller decides their precedence over other settings.
public struct PolicyFile: Hashable, Sendable {
  /// The value of a key.
  public struct Member<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value.
    public let value: Value
    /// The line of its key.
    public let line: Int
  }

  /// An island, whose plugins run in a process of their own if islands do.
  public struct Island: Hashable, Sendable {
    /// The identifiers of its plugins.
    public let plugins: [String]
    /// What its processes may do instead of what `permissions` of the file lists; nil for just that.
    public let permissions: Permissions?
    /// How much of the machine its processes may use.
    package let limits: IslandLimits

    /// Whether it has settings that only a process of its own can have.
    package var hasOwnProcess: Bool { permissions != nil || !limits.isEmpty }
  }

  /// The name of the file in messages.
  public let name: String
  /// The path of the file.
  package let location: String

  // Paths are relative to the directory that `name` is relative to.

  /// The plugin directories.
  public internal(set) var directories: Member<[String]>?
  /// The levels of findings, by code.
  public internal(set) var severities: [Diagnostic.Code: Member<FindingLevel>] = [:]
  /// Whether plugins that other users can change are used, with a warning.
  public internal(set) var allowsInsecure: Member<Bool>?
  /// Whether Swift plugins of a compiler with the same major and minor version are used, with a warning.
  public internal(set) var allowsSimilarCompiler: Member<Bool>?
  /// Whether plugins without a signature by a trusted key are rejected.
  public internal(set) var requiresSigned: Member<Bool>?
  /// The files of the trusted keys.
  public internal(set) var trustedKeys: Member<[String]>?
  /// The lock file; if `lock` does not name one, the default file next to this one.
  public internal(set) var lockFile: Member<String>?
  /// Whether plugins that are not in the lock are rejected.
  public internal(set) var isLocked: Member<Bool>?
  /// Whether warnings count as errors.
  public internal(set) var isStrict: Member<Bool>?
  /// The baseline file, which has the known findings.
  public internal(set) var baseline: Member<String>?
  /// The deadline for loading a plugin, in seconds.
  public internal(set) var deadline: Member<Double>?
  /// Whether the processes that load plugins to check them are confined.
  public internal(set) var sandbox: Member<SandboxMode>?
  /// What all plugins may do while they are checked.
  public internal(set) var grants: Access?
  /// What single plugins may do in addition while they are checked, by identifier.
  public internal(set) var pluginGrants: [String: Member<Access>] = [:]
  /// What the process that runs plugins may do; nil for everything that its user may do.
  public internal(set) var permissions: Member<Permissions>?
  /// What happens if a plugin can't be used.
  public internal(set) var onFailure: Member<FailureMode>?
  /// The options of plugins.
  public internal(set) var options: [OptionAssignment] = []
  /// Whether plugins are used, by identifier or the name of the file.
  public internal(set) var enabled: [String: Member<Bool>] = [:]
  /// What happens if one of these plugins can't be used, by identifier.
  public internal(set) var failureModes: [String: Member<FailureMode>] = [:]
  /// Plugins that must not be tied to those of another one of these islands, by the name of the island.
  public internal(set) var islands: [String: Member<Island>] = [:]

  /// How the file judges findings, without its baseline.
  public var judgement: Judgement {
    Judgement(levels: severities.mapValues(\.value), isStrict: isStrict?.value ?? false)
  }

  /// What the file sets for plugins.
  public var configuration: PluginConfiguration {
    var configuration = PluginConfiguration(
      options: options, onFailure: onFailure?.value ?? .refuse)
    configuration.failureModes = failureModes.mapValues(\.value)
    configuration.disabled = enabled.filter { !$0.value.value }.map { mention($0, $1) }
    configuration.mentioned =
      enabled.filter(\.value.value).map { mention($0, $1) }
      + failureModes.map { mention($0, $1) } + pluginGrants.map { mention($0, $1) }
      + islands.values.flatMap { island in island.value.plugins.map { mention($0, island) } }
    return configuration
  }

  private func mention<Value>(_ plugin: String, _ member: Member<Value>) -> PluginMention {
    PluginMention(
      plugin, from: .file(SourceLocation(file: name, path: location, line: member.line)))
  }

  /// Resolves a path in the file: relative paths are relative to the directory of the file.
  func path(_ path: String) -> String {
    let file = FilePath(name)
    guard file.hasDirectory else { return path }
    return FilePath(path).from(file.removingLastComponent).text
  }
}
