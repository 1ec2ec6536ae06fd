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

  /// The framework's modules that plugins are written against, and those whose names nobody else would take.
  static let modules = [
    "Cleanse", "CleanseC", "CleanseCrypto", "CleanseGraph", "CleansePlugin", "CleansePluginHost",
    "CleanseSupport",
  ]

  /// What the mangled names of what a module declares begin with.
  static func prefix(of module: String) -> [UInt8] {
    Array("$s\(module.utf8.count)\(module)".utf8)
  }

  private static let prefixes = modules.map(prefix) + [Array("cleanse_".utf8)]
}
