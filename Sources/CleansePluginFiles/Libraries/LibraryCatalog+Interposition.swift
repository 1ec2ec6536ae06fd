import CleanseSupport

extension LibraryCatalog {
  /// Whether a plugin that defines and looks up a symbol gets that of the process.
  ///
  /// A reference with a version is bound to a definition with the same version or without one. (`check_match` in glibc's
  /// `elf/dl-lookup.c`.)
  func isInterposed(_ symbol: SymbolReference) -> Bool {
    guard let version = symbol.version else { return isDefined(symbol.name) }
    if process.definesVersion(symbol.name, version) { return true }
    guard isDefined(symbol.name), let path = process.definer(symbol.name) else { return false }
    return exports(of: path).unversioned.contains(LinkerName(symbol.name))
  }

  /// The variables among these that the process has, too, but with other sizes.
  func conflicts(of data: [LinkerName: UInt64]) -> [DataConflict] {
    guard process.knowsInterposition else { return [] }
    return data.sorted { $0.key < $1.key }.compactMap { name, size in
      guard let text = name.validText, isDefined(text), let path = process.definer(text),
        let other = exports(of: path).uniqueData[name], other != size
      else { return nil }
      return DataConflict(
        name: text, size: size, other: other, user: path.isEmpty ? "the host" : path,
        isOfHost: true)
    }
  }
}
