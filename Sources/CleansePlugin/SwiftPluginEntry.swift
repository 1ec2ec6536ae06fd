public import CCleansePlugin
public import Cleanse

/// Where the generated C entry point of a Swift plugin arrives.
public enum SwiftPluginEntry {
  /// Records what the plugin's module declares.
  ///
  /// - Parameters:
  ///   - module: The type that `plugin.json` names as `module`.
  ///   - host: The table of the host; a Swift plugin needs nothing of it, as the stamp has made
  ///     sure that both sides use the same framework.
  ///   - binder: The `PluginBinder` that the host passed to the entry point.
  /// - Returns: `CLEANSE_OK`, or `CLEANSE_FAILED` when there is no binder.
  public static func configure<M: Module>(
    _ module: M.Type, host: UnsafePointer<cleanse_host>?, binder: OpaquePointer?
  ) -> Int32 {
    guard let binder = unsafe LiveBinders.binder(for: binder) else { return Int32(CLEANSE_FAILED) }
    binder.install(module)
    return Int32(CLEANSE_OK)
  }
}
