/// Recognizes symbols that only the framework's library should define.
enum FrameworkSymbol {
  /// Whether a symbol belongs, by its name, to one of the framework's modules, to an extension of one of their
  /// types, or to the framework's C part.
  ///
  /// Another library may have declared the extension, so the framework need not define every such symbol that a
  /// plugin imports. (Swift's `docs/ABI/Mangling.rst`.)
  static func isOne(_ name: ArraySlice<UInt8>) -> Bool {
    prefixes.contains { name.starts(with: $0) }
  }

  /// The framework's modules that plugins import, and others with names that are unlikely to be used elsewhere.
  static let modules = [
    "Cleanse", "CleanseC", "CleanseCrypto", "CleanseGraph", "CleansePlugin", "CleansePluginHost",
    "CleanseSupport",
  ]

  /// The prefix of the mangled names of a module's declarations.
  static func prefix(of module: String) -> [UInt8] {
    Array("$s\(module.utf8.count)\(module)".utf8)
  }

  private static let prefixes = modules.map(prefix) + [Array("cleanse_".utf8)]
}
