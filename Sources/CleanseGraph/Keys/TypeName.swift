/// The names of types: one that identifies the type, and one that is displayed.
package enum TypeName {
  /// The mangling of the context of a private type.
  static let privateContext = "yXZ"

  /// The mangled name, without the address of the context of a private type, so
  /// that it is the same in every process. Private types of one name in several files share it.
  package static func identity(_ type: any Any.Type) -> String {
    names(of: type).identity
  }

  /// The name as written in source code: `[any App.Filter]`, `App.Server.Module`.
  package static func display(_ type: any Any.Type) -> String {
    plain(type) ?? names(of: type).display
  }

  /// Both names, which share most of the work.
  static func names(of type: any Any.Type) -> (identity: String, display: String) {
    guard TypeComposition.isNamedByRuntime(TypeMetadata(type)) else {
      return (StructuralName.identity(type), StructuralName.display(type))
    }
    let mangled = _mangledTypeName(type)
    if let mangled, let name = plain(type) { return (withoutAddresses(mangled), name) }
    // Not `String(reflecting:)`, which first looks up conformances of the type in vain.
    let name = _typeName(type, qualified: true)
    guard let mangled else { return (name, readable(name)) }
    return (withoutAddresses(mangled), display(type, name, mangled))
  }

  /// The name of a type that needs no more than its declaration's, for which the runtime takes ten times as long; nil for
  /// others, and for those of the standard library, which are displayed without their module.
  private static func plain(_ type: any Any.Type) -> String? {
    guard case .nominal(let descriptor) = TypeMetadata(type).parts,
      let name = descriptor.plainName, !name.hasPrefix("Swift.")
    else { return nil }
    return name
  }

  private static func display(_ type: any Any.Type, _ name: String, _ mangled: String) -> String {
    // The runtime's names do not spell arrays, sets, dictionaries and optionals that way. The name of a function that
    // returns one begins in the same way.
    let mayBeSugared =
      mangled.hasPrefix("Say") || mangled.hasPrefix("Shy") || mangled.hasPrefix("SDy")
      || mangled.hasSuffix("Sg")
    if mayBeSugared, StructuralName.isSugared(TypeComposition(TypeMetadata(type))) {
      return StructuralName.display(type)
    }
    if mangled == "yt" { return "Void" }
    return (isExistential(mangled) ? "any " : "") + readable(name)
  }

  /// Whether the type is written with `any`: a protocol, a composition, also with a class, or a metatype of
  /// such a type, but not `Any` and `AnyObject`.
  private static func isExistential(_ mangled: String) -> Bool {
    guard mangled.hasSuffix("p") || mangled.hasSuffix("Xl") || mangled.hasSuffix("Xc") else {
      return false
    }
    return !mangled.hasPrefix("yp") && mangled != "yXl" && mangled != "Bp"
  }

  /// The name, in parentheses if a following `?` or `.self` would otherwise apply to its last part alone.
  package static func wrapped(_ name: String) -> String {
    let isFunction = name.contains("->") && (name.hasPrefix("(") || name.hasPrefix("@"))
    return name.hasPrefix("any ") || isFunction ? "(\(name))" : name
  }

  // Both functions run for every type of a graph, so they work on bytes; all that they search for is ASCII.

  /// Removes `Swift.` and the addresses of private contexts, and writes metatypes of protocols, constrained protocols and
  /// arguments of packs as in source code.
  private static func readable(_ name: String) -> String {
    let bytes = Array(name.utf8)
    let result = readable(bytes[...])
    // Most names are unchanged.
    return result == bytes ? name : String(decoding: result, as: UTF8.self)
  }

  private static func readable(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let next = bytes[index]
      if next == UInt8(ascii: "("),
        let after = bytes[index...].removing(prefix: "(unknown context at $")
      {
        index = after.drop { $0 != UInt8(ascii: ".") }.dropFirst().startIndex
      } else if next == UInt8(ascii: "S"), !(result.last?.isPartOfName ?? false),
        let after = bytes[index...].removing(prefix: "Swift.")
      {
        index = after.startIndex
      } else if next == UInt8(ascii: "P"), !(result.last?.isPartOfName ?? false),
        let after = bytes[index...].removing(prefix: "Pack{")
      {
        // The arguments of a pack are written like the others, and there may be none.
        if after.first == UInt8(ascii: "}"), result.suffix(2) == Array(", ".utf8) {
          result.removeLast(2)
        }
        index = after.startIndex
      } else if next == UInt8(ascii: "}") {
        index += 1
      } else if next == UInt8(ascii: "("), let name = bytes[index...].privateName {
        result += name.name
        index = name.end
      } else if next == UInt8(ascii: "<"), let argument = bytes[index...].onlyConstraint {
        result.append(next)
        result += readable(argument)
        index = argument.endIndex
      } else if next == UInt8(ascii: "."),
        let after = bytes[index...].removing(prefix: ".Protocol"),
        !(after.first?.isPartOfName ?? false)
      {
        result.writeMetatype()
        index = after.startIndex
      } else {
        result.append(next)
        index += 1
      }
    }
    return result
  }

  /// Replaces each `13$55c8ab592950yXZ`, an anonymous context at an address, by `yXZ`.
  private static func withoutAddresses(_ name: String) -> String {
    let dollar = UInt8(ascii: "$")
    let has = unsafe name.utf8.withContiguousStorageIfAvailable { unsafe $0.contains(dollar) }
    guard has ?? name.utf8.contains(dollar) else { return name }
    var rest = Array(name.utf8)[...]
    var result: [UInt8] = []
    while let index = rest.firstIndex(of: dollar) {
      let before = rest[..<index]
      let length = before.reversed().prefix { $0.isDigit }.count
      result += before.dropLast(length)
      rest = rest[index...].dropFirst().drop { $0.isHexDigit }
    }
    return String(decoding: result + rest, as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  fileprivate func removing(prefix: StaticString) -> ArraySlice<UInt8>? {
    prefix.withUTF8Buffer { unsafe starts(with: $0) ? dropFirst($0.count) : nil }
  }
}

extension ArraySlice<UInt8> {
  /// The name at the start of `(P in _0123456789ABCDEF)`, as the runtime writes a private protocol in a constraint.
  fileprivate var privateName: (name: ArraySlice<UInt8>, end: Int)? {
    let name = dropFirst().prefix(while: \.isPartOfName)
    guard !name.isEmpty, let context = self[name.endIndex...].removing(prefix: " in _"),
      let end = context.firstIndex(where: { !$0.isHexDigit }), self[end] == UInt8(ascii: ")")
    else { return nil }
    return (name, end + 1)
  }

  /// The argument `T` at the start of `<Self.P.Item == T>`; nil if there are several constraints, whose order in source code
  /// is unknown.
  fileprivate var onlyConstraint: ArraySlice<UInt8>? {
    guard let inside = removing(prefix: "<Self.") else { return nil }
    var depth = 0
    var argument: Int?
    for index in inside.indices {
      switch inside[index] {
      case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ">") where index > startIndex && self[index - 1] == UInt8(ascii: "-"): break
      case UInt8(ascii: ">") where depth == 0: return argument.map { self[$0..<index] }
      case UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == 0: return nil
      case UInt8(ascii: "=") where depth == 0 && argument == nil:
        argument = inside[index...].removing(prefix: "== ")?.startIndex
      default: break
      }
    }
    return nil
  }
}

extension [UInt8] {
  /// Writes the metatype of the protocol, or of the composition in parentheses, at the end: `P` as `(any P).Type`.
  fileprivate mutating func writeMetatype() {
    var start = endIndex
    if last == UInt8(ascii: ")") {
      var depth = 0
      repeat {
        start -= 1
        depth += self[start] == UInt8(ascii: ")") ? 1 : self[start] == UInt8(ascii: "(") ? -1 : 0
      } while depth > 0 && start > startIndex
      insert(contentsOf: "any ".utf8, at: start + 1)
      append(contentsOf: ".Type".utf8)
    } else {
      while start > startIndex, self[start - 1].isPartOfName { start -= 1 }
      insert(contentsOf: "(any ".utf8, at: start)
      append(contentsOf: ").Type".utf8)
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isHexDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }

  /// Whether the byte can be part of a name with its contexts, which has dots; any non-ASCII byte can.
  var isPartOfName: Bool {
    isDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: ".") || self >= 0x80
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
