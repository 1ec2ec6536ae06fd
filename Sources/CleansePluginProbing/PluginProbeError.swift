/// The error thrown when the probe can't start processes that load plugins.
public struct PluginProbeError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// The process already has other threads.
  static let threads = PluginProbeError(
    description: "the probe must be started before the process has a second thread, at the start "
      + "of main")

  /// Nothing is known about the processes of the system.
  static let noProc = PluginProbeError(description: "the probe needs /proc, which is not mounted")
}
