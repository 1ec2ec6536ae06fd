import CleansePluginHost

/// A contribution of commands, which are made only when one of them is run.
struct CommandSource: Sendable {
  /// The identifier of the plugin; nil for the application.
  let origin: String?
  /// Makes the commands, and nothing else but their dependencies.
  let make: @Sendable () throws -> [any Command]
}
