/// Which directories a command looks for plugins in, and who named them.
struct PluginPath: Equatable, Sendable {
  /// Who named the directories.
  enum Origin: Equatable, Sendable {
    /// They stood on the command line.
    case arguments
    /// `CLEANSE_PLUGIN_PATH` lists them.
    case environment
    /// Nobody did; it is `./plugins`.
    case standard
  }

  let directories: [String]
  let origin: Origin

  /// The name of the variable that lists directories, with colons between them.
  static let variable = "CLEANSE_PLUGIN_PATH"

  /// - Parameters:
  ///   - operands: The directories on the command line.
  ///   - environment: The process's variables.
  init(operands: some Sequence<String>, environment: [String: String]) {
    let listed = environment[Self.variable, default: ""].split(separator: ":").map(String.init)
    let operands = Array(operands)
    if !operands.isEmpty {
      (directories, origin) = (operands, .arguments)
    } else if !listed.isEmpty {
      (directories, origin) = (listed, .environment)
    } else {
      (directories, origin) = (["./plugins"], .standard)
    }
  }
}
