/// The symbols by which a Swift library's types are told apart: nominal type descriptors and protocol
/// descriptors. A library that defines one has the type, and another one that defines it, too, has
/// another type of the same name. (Swift's `docs/ABI/Mangling.rst`.)
enum TypeDescriptor {
  /// Whether a symbol's name ends as those of descriptors do, in `Mn` or `Mp`.
  static func isOne(_ name: ArraySlice<UInt8>) -> Bool {
    guard name.count > 4, name.starts(with: prefix), let last = name.last else { return false }
    return name[name.endIndex - 2] == UInt8(ascii: "M")
      && (last == UInt8(ascii: "n") || last == UInt8(ascii: "p"))
  }

  private static let prefix = Array("$s".utf8)
}
