/// Detects plugins that are linked with a copy of the framework.
///
/// The types of such a plugin have the same names as the host's, but are different types: no cast and no key
/// ever matches, without any error. The copy is visible in the dynamic symbol table, which *defines*
/// symbols that it should import from the shared library.
enum EmbeddedFramework {
  /// The name of the library that a host and its plugins share.
  static let library = "libCleanseRuntime.so"

  /// Whether a mangled name is that of the descriptor of a top-level type of one of the framework's modules:
  /// `$s7Cleanse`, the length of the name, the name, the kind (`V`, `C` or `O`), and `Mn`. (Swift's
  /// `docs/ABI/Mangling.rst`.)
  ///
  /// A type that a plugin declares in an extension of such a type has the same prefix and suffix, but a longer
  /// middle part.
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
