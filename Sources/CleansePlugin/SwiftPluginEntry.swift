public import CCleansePlugin
public import Cleanse

/// The Swift side of the entry point that is generated for a Swift plugin.
public enum SwiftPluginEntry {
  /// Records the bindings of the plugin's module.
  ///
  /// - Parameters:
  ///   - module: The type that is the `module` in `plugin.json`.
  ///   - host: The host's table. A Swift plugin does not use it, as the stamp ensures that both sides use the
  ///     same framework.
  ///   - binder: The binder that the host passed to the entry point.
  /// - Returns: `CLEANSE_OK`, or `CLEANSE_FAILED` if the binder is not valid.
  public static func configure<M: Module>(
    _ module: M.Type, host: UnsafePointer<cleanse_host>?, binder: OpaquePointer?
  ) -> Int32 {
    unsafe configure(module, host: host, binder: binder) { _ in }
  }

  /// Records the options of the plugin and the bindings of its module.
  ///
  /// - Parameters:
  ///   - module: The type that is the `module` in `plugin.json`.
  ///   - host: The host's table, which a Swift plugin does not use.
  ///   - binder: The binder that the host passed to the entry point.
  ///   - options: Binds each of the options in `plugin.json`.
  /// - Returns: `CLEANSE_OK`, or `CLEANSE_FAILED` if the binder is not valid.
  public static func configure<M: Module>(
    _ module: M.Type, host: UnsafePointer<cleanse_host>?, binder: OpaquePointer?,
    options: (OptionBinder) -> Void
  ) -> Int32 {
    guard let binder = unsafe LiveBinders.binder(for: binder) else { return Int32(CLEANSE_FAILED) }
    options(OptionBinder(binder))
    binder.install(module)
    return Int32(CLEANSE_OK)
  }
}
