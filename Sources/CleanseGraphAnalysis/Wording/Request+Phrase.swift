import CleanseGraph

extension Request {
  /// The parameter in Swift syntax, with its tag.
  package var phrase: String {
    let name = key.typeName
    // `any P?` would be a different type.
    let operand = name.contains(" ") ? "(\(name))" : name
    let type =
      switch form {
      case .instance: name
      case .provider: "Provider<\(name)>"
      case .throwingProvider: "ThrowingProvider<\(name)>"
      case .asyncProvider: "AsyncProvider<\(name)>"
      case .function: "() -> \(name)"
      case .optional: "\(operand)?"
      case .weakProvider: "WeakProvider<\(name)>"
      case .throwingElements: "[ThrowingProvider<\(Self.element(of: name))>]"
      @unknown default: "\(name) as \(form.rawValue)"
      }
    guard let tag = key.tagName else { return type }
    // A C name already starts with `@`.
    return tag.hasPrefix("@") ? "\(type) \(tag)" : "\(type) tagged \(tag)"
  }

  /// The type of a collection's elements: of `[Int]`, or of `counter *[]`, as a C name is written.
  private static func element(of name: String) -> Substring {
    name.hasSuffix("[]") ? name.dropLast(2) : name.dropFirst().dropLast()
  }
}
