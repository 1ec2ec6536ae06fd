public import CleansePluginMetadata

/// An option of a plugin with its value in effect.
public struct ResolvedOption: Hashable, Sendable {
  /// The option, as the plugin declares it.
  public let option: PluginOption
  /// The value, of the type of the option; nil if it is missing or invalid.
  public let value: OptionValue?
  /// Where the value was given.
  public let origin: OptionOrigin

  /// The option with the identifier of its plugin, for messages.
  package func name(in plugin: String) -> String { "`\(option.name)` of \(plugin)" }

  /// The address of a listening socket that it sets, as it is written; nil for an option of another type.
  package var address: String? {
    if case (.socket, .string(let address)?) = (option.type, value) { address } else { nil }
  }
}
