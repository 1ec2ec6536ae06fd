import CleanseSupport

/// Finds the files that define a symbol, to explain why the dynamic linker does not find it.
package enum SymbolSearch {
  /// The first of the files that defines the symbol.
  package static func definer(of symbol: String, among paths: [String]) -> String? {
    paths.first { defines($0, Array(symbol.utf8) + [0]) }
  }

  /// The first file in a plugin's directory, other than the plugin, that defines the symbol.
  package static func neighbour(of plugin: PluginFile, defining symbol: String) -> String? {
    let directory = FilePath(plugin.path).removingLastComponent
    let files = (try? PluginDirectory.files(in: [directory.text])) ?? []
    let others = files.lazy.map(\.path).filter {
      FilePath($0) != FilePath(plugin.path) && FilePath($0) != FilePath(plugin.resolvedPath)
    }
    return definer(of: symbol, among: Array(others.prefix(countLimit)))
  }

  /// The maximum number of files to read, as each plugin with an undefined symbol makes a search.
  private static let countLimit = 50

  /// - Parameter name: The symbol with its terminating null.
  private static func defines(_ path: String, _ name: [UInt8]) -> Bool {
    guard let elf = try? LibraryCatalog.open(path), let dynamic = try? DynamicSection(of: elf),
      let strings = try? DynamicStrings(of: elf, dynamic),
      let table = try? DynamicSymbolTable(of: elf, dynamic)
    else { return false }
    var isFound = false
    try? table.forEach(in: elf, strings) { symbol in
      isFound = isFound || symbol.isDefined && strings.name(at: symbol.name, is: name)
    }
    return isFound
  }
}
