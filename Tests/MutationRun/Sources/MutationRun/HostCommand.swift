/// What the host is asked to do with mutants.
public struct HostCommand: Sendable {
  /// What stands in front of the directory.
  public let arguments: [String]
  /// How long the host waits for the code of one plugin.
  public let deadline: Duration
  /// Whether the answer names every file, also one that it does not take for a plugin.
  let namesEveryFile: Bool

  /// Reads the files and runs nothing.
  public static let inspection = HostCommand(
    arguments: ["list", "--all", "--format", "json"], deadline: .zero, namesEveryFile: true)

  /// Reads the files, loads what may be a plugin in processes of their own, and judges what the
  /// plugins declare.
  ///
  /// - Parameter deadline: How many seconds a plugin may take for that.
  public static func probing(deadline seconds: Int) -> HostCommand {
    HostCommand(
      arguments: ["validate", "--no-cache", "--format", "json", "--deadline", "\(seconds)"],
      deadline: .seconds(seconds), namesEveryFile: false)
  }

  /// How long the host may need for a file beyond the deadline.
  static let grace = Duration.milliseconds(250)
}
