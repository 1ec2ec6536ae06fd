/// Names of types: one that identifies, one for people.
enum TypeName {
  /// What stands in the mangled name of a private type for its context.
  static let privateContext = "yXZ"

  /// The mangled name, without the address that stands in it for the context of a private type, so
  /// that it is the same in every process. Private types of one name in several files share it.
  static func identity(_ type: any Any.Type) -> String {
    guard let name = _mangledTypeName(type) else { return String(reflecting: type) }
    return name.contains("$") ? withoutAddresses(name) : name
  }

  /// The name as one would write it: `[any App.Filter]`, `App.Server.Module`.
  static func display(_ type: any Any.Type) -> String {
    // The runtime's own names tell neither arrays nor existential types in that way. The mangled
    // name does: asking the type itself would cost a failing cast for all others.
    let identity = _mangledTypeName(type) ?? ""
    if identity.hasPrefix("Say"), let array = type as? any ArrayType.Type {
      return "[\(display(array.element))]"
    }
    return (identity.hasSuffix("_p") ? "any " : "") + readable(String(reflecting: type))
  }

  /// Leaves out `Swift.` and the addresses of private contexts.
  private static func readable(_ name: String) -> String {
    var result = ""
    var rest = name[...]
    while let next = rest.first {
      if let after = rest.removing(prefix: "(unknown context at $") {
        rest = after.drop { $0 != "." }.dropFirst()
      } else if !(result.last?.isPartOfName ?? false), let after = rest.removing(prefix: "Swift.") {
        rest = after
      } else {
        result.append(next)
        rest.removeFirst()
      }
    }
    return result
  }

  /// Replaces each `13$55c8ab592950yXZ`, an anonymous context at an address, by `yXZ`.
  private static func withoutAddresses(_ name: String) -> String {
    var result = ""
    var rest = name[...]
    while let dollar = rest.firstIndex(of: "$") {
      let before = rest[..<dollar]
      let length = before.reversed().prefix { $0.isNumber }.count
      result += before.dropLast(length)
      rest = rest[dollar...].dropFirst().drop { $0.isHexDigit }
    }
    return result + rest
  }
}

/// What an array type tells of itself.
private protocol ArrayType {
  static var element: any Any.Type { get }
}

extension Array: ArrayType {
  fileprivate static var element: any Any.Type { Element.self }
}

extension Substring {
  fileprivate func removing(prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}

extension Character {
  fileprivate var isPartOfName: Bool { isLetter || isNumber || self == "_" || self == "." }
}
