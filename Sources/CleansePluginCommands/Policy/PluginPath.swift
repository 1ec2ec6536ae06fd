import CleanseSupport

/// The directories that a command searches for plugins, and the origin of that setting.
struct PluginPath: Equatable, Sendable {
  var directories: [String]
  let origin: SettingOrigin

  /// Those that the command line names.
  var operands: [String] { origin == .arguments ? directories : [] }

  /// The name of the environment variable with the directories, separated by colons.
  static let variable = "CLEANSE_PLUGIN_PATH"

  /// - Parameters:
  ///   - operands: The directories on the command line; if empty, those of the policy are used.
  init(operands: some Sequence<String>, policy: Policy) {
    let operands = Array(operands)
    if operands.isEmpty {
      (directories, origin) = (policy.directories.value, policy.directories.origin)
    } else {
      (directories, origin) = (operands, .arguments)
    }
  }

  /// The directories in the environment variable; nil if it lists none.
  static func listed(in environment: [String: String]) -> [String]? {
    let listed = FilePath.list(environment[variable, default: ""]).filter { !$0.isEmpty }
      .map(\.text)
    return listed.isEmpty ? nil : listed
  }
}
