internal import BuildTools

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
  /// The contents of the note's section, for each processor.
  let notes: [(condition: String, bytes: [UInt8])]

  /// The generated file. It contains the note of each processor, because the tool does not know the target.
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

    \(noteDeclarations)

    #sourceLocation(file: \(SwiftLiteral.string(manifest)), line: \(moduleLine))
    private typealias field_module_of_plugin_json = \(module)
    #sourceLocation()

    @c(\(entry))
    public nonisolated func cleanse_plugin_configure(
      _ host: UnsafePointer<cleanse_host>?, _ binder: OpaquePointer?
    ) -> Int32 {
      #sourceLocation(file: \(SwiftLiteral.string(manifest)), line: \(moduleLine))
      unsafe SwiftPluginEntry.configure(field_module_of_plugin_json.self, host: host, binder: binder)
      #sourceLocation()
    }

    """
  }

  /// The maximum number of words in an array literal: the compiler doesn't recognize a literal of several
  /// thousand elements as constant.
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
