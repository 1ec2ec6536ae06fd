/// A parameter of a C function: the key that it requests, and how the value is passed.
@frozen package struct CParameter: Hashable, Sendable {
  /// The form in which the value of the key is passed.
  @frozen package enum Form: Hashable, Sendable {
    case value
    /// The value, or a null pointer if there is no binding.
    case optional
    /// A function without arguments that returns the value at each call. With `throws` it takes a
    /// `cleanse_error *`.
    case provider(throws: Bool)
    /// The same, or a null pointer if there is no binding.
    case optionalProvider(throws: Bool)
    /// An array of functions that take a `cleanse_error *`, one for each element of the collection. The key
    /// is that of the collection.
    case throwingElements
  }

  /// The name, for messages; nil if the signature has none.
  package let name: String?
  package let key: CKey
  package let form: Form
  /// Whether the value is valid during the call only, so that its copy is freed afterwards.
  package let isBorrowed: Bool

  package init(name: String? = nil, key: CKey, form: Form = .value, isBorrowed: Bool = false) {
    self.name = name
    self.key = key
    self.form = form
    self.isBorrowed = isBorrowed
  }
}

extension CParameter {
  /// Whether it is a function that takes a `cleanse_error *`.
  package var isThrowingProvider: Bool {
    form == .provider(throws: true) || form == .optionalProvider(throws: true)
  }

  /// The parameter for one function of the array, if the parameter requests a collection element by element.
  package var element: CParameter? {
    guard form == .throwingElements, case .array(let type) = key.type else { return nil }
    return CParameter(key: CKey(type: type, name: key.name), form: .provider(throws: true))
  }
}

extension CParameter: CustomStringConvertible {
  /// The parameter in the syntax of signatures.
  package var description: String {
    var text = CDeclarationText()
    write(to: &text)
    return text.description
  }

  func write(to text: inout CDeclarationText) {
    if isBorrowed { text.append("borrowed ") }
    text.append(element?.key.type ?? key.type)
    let name = name ?? ""
    switch form {
    case .value: text.appendWord(name)
    case .optional:
      text.append("?")
      text.appendWord(name)
    case .provider(let `throws`):
      text.appendWord("(*\(name))()")
      if `throws` { text.append(" throws") }
    case .optionalProvider(let `throws`):
      text.appendWord("(*\(name)?)()")
      if `throws` { text.append(" throws") }
    case .throwingElements: text.appendWord("(*\(name)[])() throws")
    }
    text.appendName(key.name)
  }
}
