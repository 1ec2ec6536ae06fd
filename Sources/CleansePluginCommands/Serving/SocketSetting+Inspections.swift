import CleansePlugin
import CleansePluginHost
import CleanseSupport

extension [String: SocketSetting] {
  /// The settings of the plugins that are used, by their addresses.
  static func settings(of inspections: [PluginInspection]) -> Self {
    let settings = inspections.flatMap { plugin in
      plugin.options.compactMap { option -> (String, SocketSetting)? in
        guard let address = option.address, let identifier = plugin.usable?.manifest.identifier
        else { return nil }
        let setting = SocketSetting(
          option: option.name(in: identifier), location: option.origin.location,
          source: option.origin.clause)
        return (address, setting)
      }
    }
    return Self(keepingFirst: settings)
  }
}
