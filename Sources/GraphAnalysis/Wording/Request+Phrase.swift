import CleanseGraph

extension Request {
  /// The parameter as one would write it, and its tag.
  package var phrase: String {
    let name = key.typeName
    // `any P?` would be something else.
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
    // A name of C brings its sign.
    return tag.hasPrefix("@") ? "\(type) \(tag)" : "\(type) tagged \(tag)"
  }

  /// The type of a collection's elements: of `[Int]`, or of `counter *[]`, as a C name is written.
  private static func element(of name: String) -> Substring {
    name.hasSuffix("[]") ? name.dropLast(2) : name.dropFirst().dropLast()
  }
}
