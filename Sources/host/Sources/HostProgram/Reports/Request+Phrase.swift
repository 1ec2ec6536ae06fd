import Cleanse

extension Request {
  /// The parameter as one would write it, and its tag.
  var phrase: String {
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
      }
    return key.tagName.map { "\(type) tagged \($0)" } ?? type
  }
}
