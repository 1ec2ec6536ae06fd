/// A command of the host for a directory.
struct HostCommand: Sendable {
  /// The arguments before the directory.
  let arguments: [String]
  /// The arguments after the directory.
  var operands: [String] = []
  /// The time that the host waits for the code of one plugin.
  var deadline = Duration.zero
  /// Whether the answer names every file, including files that are not plugins.
  var namesEveryFile = false

  /// Reads the files and runs no code.
  static let listing = HostCommand(
    arguments: ["list", "--all", "--format", "json"], namesEveryFile: true)

  /// Reads the files, loads possible plugins in processes of their own, and validates what the plugins
  /// declare.
  ///
  /// - Parameters:
  ///   - seconds: The time that a plugin may take for that.
  ///   - isCached: Whether the results of earlier runs are used, and those of this run stored.
  static func validation(deadline seconds: Int, isCached: Bool) -> HostCommand {
    HostCommand(
      arguments: ["validate", "--format", "json", "--deadline", "\(seconds)"]
        + (isCached ? [] : ["--no-cache"]),
      deadline: .seconds(seconds))
  }

  /// Loads the plugins that pass into the host, leaves out the others, and runs a command of one of them.
  static func use(deadline seconds: Int) -> HostCommand {
    HostCommand(
      arguments: ["run", "--on-failure", "leave-out", "--deadline", "\(seconds)"],
      operands: ["--", "statistics"], deadline: .seconds(seconds))
  }
}
