/// What the host is asked to do with a directory.
struct HostCommand: Sendable {
  /// What is before the directory.
  let arguments: [String]
  /// What is after it.
  var operands: [String] = []
  /// How long the host waits for the code of one plugin.
  var deadline = Duration.zero
  /// Whether the answer names every file, also one that it does not take for a plugin.
  var namesEveryFile = false

  /// Reads the files and runs nothing.
  static let listing = HostCommand(
    arguments: ["list", "--all", "--format", "json"], namesEveryFile: true)

  /// Reads the files, loads what may be a plugin in processes of their own, and judges what the
  /// plugins declare.
  ///
  /// - Parameters:
  ///   - seconds: How long a plugin may take for that.
  ///   - isCached: Whether results of earlier runs are used, and those of this one kept.
  static func validation(deadline seconds: Int, isCached: Bool) -> HostCommand {
    HostCommand(
      arguments: ["validate", "--format", "json", "--deadline", "\(seconds)"]
        + (isCached ? [] : ["--no-cache"]),
      deadline: .seconds(seconds))
  }

  /// Loads the plugins that pass into the host, and runs a command of one.
  static func use(deadline seconds: Int) -> HostCommand {
    HostCommand(
      arguments: ["run", "--deadline", "\(seconds)"], operands: ["--", "statistics"],
      deadline: .seconds(seconds))
  }
}
