/// A variable of two plugins, or of a plugin and the host, of which a process has only one, although its sizes differ.
///
/// g++ makes static members of templates, inline variables and the static variables of inline functions unique in a
/// process (`STB_GNU_UNIQUE`), whatever the scope of the libraries. The plugin that is loaded first provides the memory.
package struct DataConflict: Equatable {
  /// The symbol.
  let name: String
  /// The size in the plugin, in bytes.
  let size: UInt64
  /// The size in the other plugin, in bytes.
  let other: UInt64
  /// The identifier of the other plugin, or the path of the host's library.
  let user: String
  /// Whether the other variable is that of the host.
  var isOfHost = false
}
