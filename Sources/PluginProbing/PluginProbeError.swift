/// Why plugins can't be loaded in processes of their own.
public struct PluginProbeError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// The process has other threads already.
  static let threads = PluginProbeError(
    description: "the probe has to be started before the process has a second thread, first thing "
      + "in main")

  static func system(_ error: SystemCallError) -> PluginProbeError {
    PluginProbeError(description: "the probe can't be started: \(error)")
  }
}
