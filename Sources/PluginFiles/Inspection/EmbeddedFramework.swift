/// Tells a plugin that was linked with a copy of the framework.
///
/// Such a plugin's types only have the names of the host's: no cast and no key ever matches, and
/// nothing says so. The copy shows in the dynamic symbol table, which then *defines* what it should
/// ask the shared library for.
enum EmbeddedFramework {
  /// The shared library that a host and its plugins share.
  static let library = "libCleanseRuntime.so"

  /// Whether a mangled name is that of the descriptor of a type declared in one of the framework's modules
  /// itself, at its top level: `$s7Cleanse`, a length and so many bytes of name, `V`, `C` or `O` for
  /// what it is, and `Mn`. (Swift's `docs/ABI/Mangling.rst`.)
  ///
  /// What a plugin declares in an extension of such a type begins and ends alike, but has more in
  /// between.
  static func isDescriptor(_ name: ArraySlice<UInt8>) -> Bool {
    guard let prefix = prefixes.first(where: { name.starts(with: $0) }),
      name.suffix(2).elementsEqual(suffix)
    else { return false }
    let middle = name.dropFirst(prefix.count).dropLast(suffix.count)
    let digits = middle.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard let length = Int(String(decoding: digits, as: UTF8.self)), length > 0 else {
      return false
    }
    let rest = middle.dropFirst(digits.count)
    return rest.count - 1 == length && rest.last.map(kinds.contains) == true
  }

  private static let prefixes = FrameworkSymbol.modules.map(FrameworkSymbol.prefix)
  private static let suffix: [UInt8] = Array("Mn".utf8)
  private static let kinds: [UInt8] = Array("VCO".utf8)
}
