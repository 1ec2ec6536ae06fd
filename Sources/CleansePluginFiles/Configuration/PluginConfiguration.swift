public import CleansePluginMetadata

/// What the operator of a host, or the application itself, sets for plugins.
///
/// ```swift
/// var configuration = PluginConfiguration()
/// configuration.set("width", of: "org.example.wrap", to: .int(72))
/// let host = PluginHost(directories: ["plugins"], configuration: configuration)
/// ```
public struct PluginConfiguration: Hashable, Sendable {
  /// The values of options. Of several for one option, the one whose origin has the highest precedence counts, and of
  /// these the last one.
  public var options: [OptionAssignment]
  /// The environment variables, of which those with the names of options are used.
  public var environment: [String: String]
  /// The plugins that are not used, whether they could be or not, nor are the plugins that require one of them.
  public var disabled: [PluginMention] = []
  /// What happens if a plugin can't be used that `failureModes` does not contain.
  public var onFailure: FailureMode
  /// What happens if one of these plugins can't be used, by identifier, or by the name or the path of the file.
  public var failureModes: [String: FailureMode] = [:]
  /// Whether it is a finding, `plugin/none-found`, if there is no plugin at all. It is a warning, unless the levels of the
  /// host change that. If only one of several directories has none, that is a note, `plugin/empty-directory`.
  public var expectsPlugins = false
  /// Whether the user can also set options of plugins with `--set` of a program, which fixes of findings then say.
  package var hasOptions = false
  /// The plugins of `failureModes`, with the origins of these settings.
  package var mentioned: [PluginMention] = []

  /// Creates a configuration; without arguments, one that sets nothing.
  public init(
    options: [OptionAssignment] = [], environment: [String: String] = [:],
    onFailure: FailureMode = .refuse
  ) {
    self.options = options
    self.environment = environment
    self.onFailure = onFailure
  }

  /// Leaves out a plugin, which is named by its identifier, or by the name or the path of its file, and those that require
  /// it.
  public mutating func disable(_ plugin: String) {
    disabled.append(PluginMention(plugin, from: .application))
  }

  /// Sets an option of a plugin to a value of the application.
  ///
  /// The value is checked when the plugins are inspected.
  public mutating func set(_ option: String, of plugin: String, to value: OptionValue) {
    options.append(OptionAssignment(option, of: plugin, to: .value(value), from: .application))
  }

  /// The start of the names of environment variables that set options.
  public static let variablePrefix = "CLEANSE_OPTION_"

  /// The environment variable that sets an option: the identifier and the name in capitals, as in
  /// `CLEANSE_OPTION_ORG_EXAMPLE_WRAP__MAX_WIDTH`.
  public static func variable(for option: PluginOption, of plugin: String) -> String {
    variablePrefix(of: plugin) + option.variableName
  }

  /// The same without what is set for options of other plugins than these, by identifier.
  ///
  /// - Parameter variables: The environment variables for their options. The start of a name does not show the plugin: that of
  ///   `org.example.a` is also one of `org.example.a--b`.
  package func keepingOptions(
    of plugins: [String], variables: Set<String>
  ) -> PluginConfiguration {
    var kept = self
    kept.options.removeAll { !plugins.contains($0.plugin) }
    kept.environment = environment.filter { name, _ in
      !name.hasPrefix(Self.variablePrefix) || variables.contains(name)
    }
    return kept
  }

  static func variablePrefix(of plugin: String) -> String {
    let name = plugin.uppercased().replacing(".", with: "_").replacing("-", with: "_")
    return "\(variablePrefix)\(name)__"
  }
}

/// A plugin that a configuration names.
public struct PluginMention: Hashable, Sendable {
  /// The identifier, the name of the file, or its path.
  public let name: String
  /// Where it was given.
  public let origin: OptionOrigin

  /// Creates a mention.
  public init(_ name: String, from origin: OptionOrigin) {
    (self.name, self.origin) = (name, origin)
  }
}

/// A value that is given for an option.
public struct OptionAssignment: Hashable, Sendable {
  /// The value as it is given.
  public enum Content: Hashable, Sendable {
    /// A value of some type.
    case value(OptionValue)
    /// A text that is read by the type of the option.
    case text(String)
    /// The path of a file with the value of a secret.
    case file(String)
  }

  /// The identifier of the plugin.
  public let plugin: String
  /// The name of the option.
  public let option: String
  /// The value.
  public let content: Content
  /// Where the value was given.
  public let origin: OptionOrigin

  /// Creates an assignment; neither the names nor the value are checked.
  public init(
    _ option: String, of plugin: String, to content: Content, from origin: OptionOrigin
  ) {
    (self.plugin, self.option, self.content, self.origin) = (plugin, option, content, origin)
  }
}
