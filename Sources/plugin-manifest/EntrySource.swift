/// The Swift file that makes a library a plugin.
struct EntrySource {
  /// The path of the `plugin.json`.
  let manifest: String
  /// The type that the host installs.
  let module: String
  /// Where the `plugin.json` names that type.
  let moduleLine: Int
  /// What goes into the note's section, for each processor.
  let notes: [(condition: String, bytes: [UInt8])]

  /// The compiler doesn't know the target when the tool runs, so it picks the note itself.
  ///
  /// The lines that depend on the type pretend to lie in the `plugin.json`, as that is where a
  /// type that doesn't exist, or is no module, has to be put right.
  var text: String {
    """
    // Generated from \(SwiftLiteral.string(manifest)) by plugin-manifest; changes are lost.
    public import CCleansePlugin
    #if hasFeature(InternalImportsByDefault)
      internal import CleansePlugin
    #else
      public import CleansePlugin
    #endif

    #if _endian(big)
      #error("plugins are supported on little-endian processors only")
    #endif

    \(noteDeclarations)

    #sourceLocation(file: \(SwiftLiteral.string(manifest)), line: \(moduleLine))
    private typealias field_module_of_plugin_json = \(module)
    #sourceLocation()

    @c(cleanse_plugin_configure)
    public func cleanse_plugin_configure(
      _ host: UnsafePointer<cleanse_host>?, _ binder: OpaquePointer?
    ) -> Int32 {
      #sourceLocation(file: \(SwiftLiteral.string(manifest)), line: \(moduleLine))
      SwiftPluginEntry.configure(field_module_of_plugin_json.self, host: host, binder: binder)
      #sourceLocation()
    }

    """
  }

  private var noteDeclarations: String {
    var text = ""
    for (position, note) in notes.enumerated() {
      text += """
        \(position == 0 ? "#if" : "#elseif") arch(\(note.condition))
        @section(".note.cleanse") @used
        private let cleansePluginNote: InlineArray<\(note.bytes.count / 4), UInt32> = [
          \(SwiftLiteral.words(note.bytes))
        ]

        """
    }
    return text + """
      #else
      #error("plugins are not supported on this processor")
      #endif
      """
  }
}
