package import CleanseGraph

extension Key {
  /// The extension point's name as a manifest spells it: the name of the collection's element, without its
  /// module, its parameters and `any`. Nil for an element that has no single name, such as a function,
  /// which no manifest can declare.
  package var extensionPoint: String? {
    var name = Self.element(of: typeName)
    if name.hasPrefix("any ") { name = name.dropFirst(4) }
    var depth = 0
    var plain = ""
    for character in name {
      if character == "<" { depth += 1 }
      if depth == 0 { plain.append(character) }
      if character == ">" { depth -= 1 }
    }
    let isName = plain.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "." }
    return isName ? plain.split(separator: ".").last.map(String.init) : nil
  }

  /// The element type of a collection type; for a dictionary, the type of its values.
  private static func element(of collection: String) -> Substring {
    if collection.hasPrefix("Set<") { return collection.dropFirst(4).dropLast() }
    guard collection.hasPrefix("[") else { return collection[...] }
    let inside = collection.dropFirst().dropLast()
    var depth = 0
    for index in inside.indices {
      switch inside[index] {
      case "[", "(", "<": depth += 1
      case "]", ")", ">": depth -= 1
      case ":" where depth == 0: return inside[index...].dropFirst(2)
      default: break
      }
    }
    return inside
  }
}
