/// The symbols that only the framework's library should define.
enum FrameworkSymbol {
  /// Whether a symbol's name says that it is declared in one of the framework's modules, or in an
  /// extension of one of their types, or in the framework's part in C.
  ///
  /// An extension may be another library's, so that a plugin asks for such a symbol does not say yet
  /// that the framework has to have it. (Swift's `docs/ABI/Mangling.rst`.)
  static func isOne(_ name: ArraySlice<UInt8>) -> Bool {
    prefixes.contains { name.starts(with: $0) }
  }

  private static let prefixes =
    ["Cleanse", "CleansePlugin", "CleansePluginHost", "CleanseSupport", "PluginManifest"]
    .map { Array("$s\($0.utf8.count)\($0)".utf8) } + [Array("cleanse_".utf8)]
}
