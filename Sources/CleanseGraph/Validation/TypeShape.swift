/// The shape of a type, derived from its name, which decides how the type is bound.
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
  /// A provider, or a function without parameters: a form in which a value of another type is requested.
  case form(of: String)
  case plain(String)

  /// - Parameter name: The name, in the format of ``Key/typeName``. A document may contain any other text, for which the
  ///   shape is arbitrary.
  package init(_ name: String) {
    if name.hasSuffix("?") {
      self = .optional(Self.bare(String(name.dropLast())))
    } else if let inside = Self.inside("[", name, "]") {
      let colon = Self.outermost(":", in: inside).first
      self =
        colon.map { colon in
          .dictionary(
            key: String(inside[..<colon]),
            value: String(inside[colon...].dropFirst(2)))
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
    } else if let inside = Self.requested(as: name) {
      self = .form(of: inside)
    } else {
      self = .plain(name)
    }
  }

  /// The type of the elements of an array or a set; nil for any other type.
  var element: String? {
    switch self {
    case .array(let element), .set(let element): element
    default: nil
    }
  }

  /// The type of the elements of an array or of the values of a dictionary; nil for any other type.
  var value: String? {
    switch self {
    case .array(let value), .dictionary(_, let value): value
    default: nil
    }
  }

  /// The collection whose contributions a collection of providers or functions is meant to request one by one, and the type that
  /// requests them: `[Int]` and `[Provider<Int>]` for `[WeakProvider<Int>]`. Nil for any other type.
  package static func elements(of name: String) -> (collection: String, request: String)? {
    switch TypeShape(name) {
    case .array(let element):
      guard case .form(let value) = TypeShape(element) else { return nil }
      let isElementRequest = ["Provider", "ThrowingProvider", "AsyncProvider"]
        .contains { element.hasPrefix("Cleanse.\($0)<") }
      return ("[\(value)]", isElementRequest ? name : "[Provider<\(value)>]")
    case .dictionary(let key, let element):
      guard case .form(let value) = TypeShape(element) else { return nil }
      let isElementRequest = element.hasPrefix("Cleanse.Provider<")
      return ("[\(key): \(value)]", isElementRequest ? name : "[\(key): Provider<\(value)>]")
    default: return nil
    }
  }

  /// The names of types that may be confused with the type: its optional and its collections, and the type that
  /// it is an optional or a collection of.
  static func relatives(of name: String) -> [String] {
    let wrappers = ["\(TypeName.wrapped(name))?", "[\(name)]", "Set<\(name)>"]
    let requested = [elements(of: name)?.collection].compactMap(\.self)
    return switch TypeShape(name) {
    case .dictionary: wrappers + requested
    case .array(let inside): wrappers + requested + [inside, "Set<\(inside)>"]
    case .set(let inside): wrappers + [inside, "[\(inside)]"]
    case .optional(let inside), .form(let inside): wrappers + [inside]
    default: wrappers + [otherSendability(of: name)].compactMap(\.self)
    }
  }

  /// The function type with `@Sendable` instead of without, or without instead of with it.
  static func otherSendability(of name: String) -> String? {
    let mark = "@Sendable "
    if name.hasPrefix(mark) { return String(name.dropFirst(mark.count)) }
    return name.hasPrefix("(") && name.contains(" -> ") ? mark + name : nil
  }

  /// The tuple without its labels; nil for any other type.
  static func unlabelled(_ name: String) -> String? {
    guard let inside = inside("(", name, ")"), TypeName.wrapped(name) == name else { return nil }
    let commas = outermost(",", in: inside)
    guard !commas.isEmpty else { return nil }
    let starts = [inside.startIndex] + commas.map { inside.index(after: $0) }
    let types = zip(starts, commas + [inside.endIndex]).map { start, end in
      let part = inside[start..<end].drop { $0 == " " }
      return outermost(":", in: part).first.map { part[$0...].dropFirst(2) } ?? part
    }
    return "(" + types.joined(separator: ", ") + ")"
  }

  /// The metatype in source code, with parentheses where `.self` would otherwise apply to the last part alone.
  static func metatype(_ name: String) -> String {
    "\(TypeName.wrapped(name)).self"
  }

  private static func inside(_ start: String, _ name: String, _ end: String) -> String? {
    guard name.hasPrefix(start), name.hasSuffix(end), name.count > start.count else { return nil }
    return String(name.dropFirst(start.count).dropLast(end.count))
  }

  /// The type that is requested by a form such as `Provider<T>`; nil for a type that is not a form.
  private static func requested(as name: String) -> String? {
    for form in ["Provider", "ThrowingProvider", "AsyncProvider", "WeakProvider"] {
      if let element = inside("Cleanse.\(form)<", name, ">") { return element }
    }
    for effects in ["", "throws ", "async ", "async throws "] {
      if let result = inside("() \(effects)-> ", name, "") { return result }
    }
    return nil
  }

  /// The name without parentheses that enclose all of it.
  private static func bare(_ name: String) -> String {
    guard let inside = inside("(", name, ")"), TypeName.wrapped(inside) == name else { return name }
    return inside
  }

  /// The indices of a character outside of brackets. The end of an arrow is no bracket.
  private static func outermost(
    _ character: Character, in name: some StringProtocol
  ) -> [String.Index] {
    var depth = 0
    var previous: Character = " "
    return name.indices.filter { index in
      defer { previous = name[index] }
      switch name[index] {
      case "(", "[", "<": depth += 1
      case ")", "]": depth -= 1
      case ">" where previous != "-": depth -= 1
      case character where depth == 0: return true
      default: break
      }
      return false
    }
  }
}
