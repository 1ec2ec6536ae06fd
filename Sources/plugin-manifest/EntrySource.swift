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
      @usableFromInline typealias cleanse_plugin_entry_type = SwiftPluginEntry
    #endif

    #if _endian(big)
      #error("plugins are supported on little-endian processors only")
    #endif

    \(noteDeclarations)

    #sourceLocation(file: \(SwiftLiteral.string(manifest)), line: \(moduleLine))
    private typealias field_module_of_plugin_json = \(module)
    #sourceLocation()

    @c(cleanse_plugin_configure)
    public nonisolated func cleanse_plugin_configure(
      _ host: UnsafePointer<cleanse_host>?, _ binder: OpaquePointer?
    ) -> Int32 {
      #sourceLocation(file: \(SwiftLiteral.string(manifest)), line: \(moduleLine))
      unsafe SwiftPluginEntry.configure(field_module_of_plugin_json.self, host: host, binder: binder)
      #sourceLocation()
    }

    """
  }

  /// How many words an array literal gets: of one of several thousand elements, the compiler doesn't
  /// see any more that it is constant.
  private static var chunkSize: Int { 1024 }

  private var noteDeclarations: String {
    var text = ""
    for (position, note) in notes.enumerated() {
      let chunks = stride(from: 0, to: note.bytes.count, by: Self.chunkSize * 4).map { start in
        Array(note.bytes[start...].prefix(Self.chunkSize * 4))
      }
      let types = chunks.map { "InlineArray<\($0.count / 4), UInt32>" }.joined(separator: ", ")
      let values = chunks.map { "[\n  \(SwiftLiteral.words($0))\n]" }.joined(separator: ", ")
      text += """
        \(position == 0 ? "#if" : "#elseif") arch(\(note.condition))
        @section(".note.cleanse") @used
        private let cleansePluginNote: (\(types)) = (\(values))

        """
    }
    return text + """
      #else
      #error("plugins are not supported on this processor")
      #endif
      """
  }
}
