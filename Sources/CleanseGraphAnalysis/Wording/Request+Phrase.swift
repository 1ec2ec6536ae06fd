import CleanseGraph

extension Request {
  /// The parameter in Swift syntax, with its tag.
  package var phrase: String {
    let type = Self.type(key.typeName, as: form.parts[...])
    guard let tag = key.tagName else { return type }
    // A C name already starts with `@`.
    return tag.hasPrefix("@") ? "\(type) \(tag)" : "\(type) tagged \(tag)"
  }

  /// The type that requests the named type in the parts of a form.
  private static func type(_ name: String, as parts: ArraySlice<RequestForm.Part>) -> String {
    guard let outermost = parts.first else { return name }
    let rest = parts.dropFirst()
    guard outermost != .elements else { return elements(of: name, as: rest) }
    let inside = type(name, as: rest)
    return switch outermost {
    case .provider, .elements: "Provider<\(inside)>"
    case .throwingProvider: "ThrowingProvider<\(inside)>"
    case .asyncProvider: "AsyncProvider<\(inside)>"
    case .weakProvider: "WeakProvider<\(inside)>"
    case .function: "() -> \(inside)"
    // `any P?` would be a different type.
    case .optional: inside.contains(" ") && !inside.hasPrefix("[") ? "(\(inside))?" : "\(inside)?"
    }
  }

  /// The type that requests each element of a collection: of `[Int]` or `[String: Int]`, or of `counter *[]`, as a C name
  /// is written.
  private static func elements(
    of name: String, as parts: ArraySlice<RequestForm.Part>
  ) -> String {
    switch TypeShape(name) {
    case .array(let element): "[\(type(element, as: parts))]"
    case .dictionary(let key, let value): "[\(key): \(type(value, as: parts))]"
    default: "[\(type(name.hasSuffix("[]") ? String(name.dropLast(2)) : name, as: parts))]"
    }
  }
}
