import CleanseGraph

/// How C writes the types of a graph.
enum CSpelling {
  /// The scalars that C knows, as Swift calls them.
  private static let scalars: Set = [
    "Bool", "Float", "Double", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32",
    "UInt64",
  ]

  /// How signatures call a type.
  static func inSignature(_ typeName: String) -> String {
    if typeName == "[UInt8]" { return "bytes" }
    if case .array(let element) = TypeShape(typeName) { return inSignature(element) + "[]" }
    return scalars.contains(typeName) || typeName == "String" ? typeName.lowercased() : typeName
  }

  /// The same; nothing for what is another type in Swift, by way of a bridge.
  static func inSignature(_ key: Key) -> String? {
    isKnown(key) ? inSignature(key.typeName) : nil
  }

  /// How a function that yields the type is declared to return it.
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
