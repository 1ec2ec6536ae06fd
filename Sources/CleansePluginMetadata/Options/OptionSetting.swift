/// An option of a plugin with its value in effect.
public struct OptionSetting: Hashable, Sendable {
  /// The option, as the plugin declares it.
  public let option: PluginOption
  /// A value of the option's type.
  public let value: OptionValue

  /// - Parameter value: A value that the type of the option accepts.
  package init(_ option: PluginOption, _ value: OptionValue) {
    (self.option, self.value) = (option, value)
  }
}

extension PluginManifest {
  /// The default of each option, and some value of each that has to be set: for recording a graph, which does not
  /// depend on the values.
  package var anySettings: [OptionSetting] {
    options.map { OptionSetting($0, $0.standard ?? $0.type.anyValue) }
  }

  /// The settings with these values, by name; ``anySettings`` for the other options.
  package func settings(_ values: [String: OptionValue]) -> [OptionSetting] {
    anySettings.map { setting in
      values[setting.option.name].map { OptionSetting(setting.option, $0) } ?? setting
    }
  }
}
