/// The symbols that give Swift types their identity: nominal type descriptors and protocol descriptors.
/// Two libraries that define the same descriptor have two different types of the same name. (Swift's
/// `docs/ABI/Mangling.rst`.)
enum TypeDescriptor {
  /// Whether a symbol's name has a descriptor's suffix, `Mn` or `Mp`.
  static func isOne(_ name: ArraySlice<UInt8>) -> Bool {
    guard name.count > 4, name.starts(with: prefix), let last = name.last else { return false }
    return name[name.endIndex - 2] == UInt8(ascii: "M")
      && (last == UInt8(ascii: "n") || last == UInt8(ascii: "p"))
  }

  private static let prefix = Array("$s".utf8)
}
