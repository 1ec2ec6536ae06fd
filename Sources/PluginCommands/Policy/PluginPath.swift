/// Which directories a command looks for plugins in, and who named them.
struct PluginPath: Equatable, Sendable {
  let directories: [String]
  let origin: SettingOrigin

  /// The name of the variable that lists directories, with colons between them.
  static let variable = "CLEANSE_PLUGIN_PATH"

  /// - Parameters:
  ///   - operands: The directories on the command line; without any, the policy tells.
  init(operands: some Sequence<String>, policy: Policy) {
    let operands = Array(operands)
    if operands.isEmpty {
      (directories, origin) = (policy.directories.value, policy.directories.origin)
    } else {
      (directories, origin) = (operands, .arguments)
    }
  }

  /// The directories that the environment lists; nothing where it lists none.
  static func listed(in environment: [String: String]) -> [String]? {
    let listed = environment[variable, default: ""].split(separator: ":").map(String.init)
    return listed.isEmpty ? nil : listed
  }
}
