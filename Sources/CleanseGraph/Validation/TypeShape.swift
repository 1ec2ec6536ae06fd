/// What a type is to a person who binds it, as its name tells.
package enum TypeShape: Equatable {
  case optional(String)
  case array(String)
  case set(String)
  case dictionary(key: String, value: String)
  /// `Cleanse.Factory<F>`
  case factory(String)
  /// `Cleanse.PropertyInjector<T>`
  case propertyInjector(String)
  /// `Cleanse.ComponentFactory<C>`
  case componentFactory(String)
  /// `Cleanse.Assisted<S>`
  case assisted(String)
  /// A provider, or a function without parameters: what others are asked for as.
  case form(of: String)
  case plain(String)

  /// - Parameter name: As ``Key/typeName`` has it.
  package init(_ name: String) {
    if name.hasSuffix("?") {
      self = .optional(Self.bare(String(name.dropLast())))
    } else if let inside = Self.inside("[", name, "]") {
      let colon = Self.colon(in: inside)
      self =
        colon.map { colon in
          .dictionary(
            key: String(inside[..<colon]),
            value: String(inside[inside.index(colon, offsetBy: 2)...]))
        } ?? .array(inside)
    } else if let inside = Self.inside("Set<", name, ">") {
      self = .set(inside)
    } else if let inside = Self.inside("Cleanse.Factory<", name, ">") {
      self = .factory(inside)
    } else if let inside = Self.inside("Cleanse.PropertyInjector<", name, ">") {
      self = .propertyInjector(inside)
    } else if let inside = Self.inside("Cleanse.ComponentFactory<", name, ">") {
      self = .componentFactory(inside)
    } else if let inside = Self.inside("Cleanse.Assisted<", name, ">") {
      self = .assisted(inside)
    } else if let inside = Self.asked(as: name) {
      self = .form(of: inside)
    } else {
      self = .plain(name)
    }
  }

  /// The names of types that are bound or asked for in the place of the type by mistake: its optional
  /// and its collections, and what it is an optional or a collection of.
  static func relatives(of name: String) -> [String] {
    let wrappers = ["\(TypeName.wrapped(name))?", "[\(name)]", "Set<\(name)>"]
    return switch TypeShape(name) {
    case .optional(let inside), .array(let inside), .set(let inside), .form(let inside):
      wrappers + [inside]
    default: wrappers
    }
  }

  /// The type as it stands in code; parentheses where `.self` would else belong to its last part.
  static func metatype(_ name: String) -> String {
    "\(TypeName.wrapped(name)).self"
  }

  private static func inside(_ start: String, _ name: String, _ end: String) -> String? {
    guard name.hasPrefix(start), name.hasSuffix(end), name.count > start.count else { return nil }
    return String(name.dropFirst(start.count).dropLast(end.count))
  }

  /// What a type asks for that is a form of asking.
  private static func asked(as name: String) -> String? {
    for form in ["Provider", "ThrowingProvider", "AsyncProvider", "WeakProvider"] {
      if let element = inside("Cleanse.\(form)<", name, ">") { return element }
    }
    for effects in ["", "throws ", "async ", "async throws "] {
      if let result = inside("() \(effects)-> ", name, "") { return result }
    }
    return nil
  }

  /// The name without parentheses that stand around all of it.
  private static func bare(_ name: String) -> String {
    guard let inside = inside("(", name, ")"), TypeName.wrapped(inside) == name else { return name }
    return inside
  }

  /// Where the key of a dictionary ends: the first colon that is in no brackets.
  private static func colon(in name: String) -> String.Index? {
    var depth = 0
    var previous: Character = " "
    for index in name.indices {
      switch name[index] {
      case "(", "[", "<": depth += 1
      case ")", "]": depth -= 1
      case ">" where previous != "-": depth -= 1
      case ":" where depth == 0: return index
      default: break
      }
      previous = name[index]
    }
    return nil
  }
}
