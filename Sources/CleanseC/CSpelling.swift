import CleanseGraph

/// The spelling of a graph's types in C.
enum CSpelling {
  /// The Swift names of the scalars that C plugins can use.
  private static let scalars: Set = [
    "Bool", "Float", "Double", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32",
    "UInt64",
  ]

  /// The name of a type in a signature.
  static func inSignature(_ typeName: String) -> String {
    if typeName == "[UInt8]" { return "bytes" }
    if case .array(let element) = TypeShape(typeName) { return inSignature(element) + "[]" }
    return scalars.contains(typeName) || typeName == "String" ? typeName.lowercased() : typeName
  }

  /// The name of a key's type in a signature; nil for a type that has no C spelling, such as a bridged one.
  static func inSignature(_ key: Key) -> String? {
    isKnown(key) ? inSignature(key.typeName) : nil
  }

  /// The C return type of a function that returns the key's value; nil if it has no C spelling.
  static func inDeclaration(_ key: Key) -> String? {
    guard isKnown(key) else { return nil }
    let name = key.typeName
    if name == "[UInt8]" { return "cleanse_bytes" }
    if name == "String" { return "char *" }
    if name.hasSuffix("]") { return "cleanse_array" }
    return name.contains("Int") && scalars.contains(name)
      ? "\(name.lowercased())_t" : inSignature(name)
  }

  private static func isKnown(_ key: Key) -> Bool {
    guard key.elementName == nil else { return true }
    var name = key.typeName
    if case .array(let element) = TypeShape(name) { name = element }
    return scalars.contains(name) || name == "String"
  }
}
