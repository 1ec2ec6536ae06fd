internal import CleanseBuildTools

/// The generated Swift file with the note and the entry point of a plugin.
struct EntrySource {
  /// The path of the `plugin.json`.
  let manifest: String
  /// The name of the module type that the host installs.
  let module: String
  /// The line of the `plugin.json` that names that type.
  let moduleLine: Int
  /// The symbol of the entry point.
  let entry: String
  /// The declaration of the note.
  let note: String
  let options: OptionSource

  /// The generated file.
  ///
  /// The lines that depend on the type have locations in the `plugin.json`, because that is the file to
  /// correct if the type doesn't exist or is not a module.
  var text: String {
    """
    // Generated from \(SwiftLiteral.string(manifest)) by plugin-manifest; changes are lost.
    public import CCleansePlugin
    #if hasFeature(InternalImportsByDefault)
      internal import CleansePlugin
    #else
      public import CleansePlugin
      @usableFromInline typealias cleanse_plugin_entry_type = SwiftPluginEntry
    #endif

    #if _endian(big)
      #error("plugins are supported on little-endian processors only")
    #endif

    \(note)

    \(options.declaration)#sourceLocation(file: \(SwiftLiteral.string(manifest)), line: \(moduleLine))
    private typealias field_module_of_plugin_json = \(module)
    #sourceLocation()

    @c(\(entry))
    public nonisolated func cleanse_plugin_configure(
      _ host: UnsafePointer<cleanse_host>?, _ binder: OpaquePointer?
    ) -> Int32 {
      #sourceLocation(file: \(SwiftLiteral.string(manifest)), line: \(moduleLine))
      unsafe SwiftPluginEntry.configure(field_module_of_plugin_json.self, host: host, binder: binder)\(options.binding)
      #sourceLocation()
    }

    """
  }
}
