/// A parameter of a C function: the key that it requests, and how the value is passed.
package struct CParameter: Hashable, Sendable {
  /// The form in which the value of the key is passed.
  package enum Form: Hashable, Sendable {
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
    var text = ""
    write(to: &text)
    return text
  }

  func write(to text: inout String) {
    if isBorrowed { text += "borrowed " }
    text += (element ?? self).key.type.description
    let name = name ?? ""
    switch form {
    case .value: text.appendWord(name)
    case .optional:
      text += "?"
      text.appendWord(name)
    case .provider(let `throws`):
      text.appendWord("(*\(name))()")
      if `throws` { text += " throws" }
    case .optionalProvider(let `throws`):
      text.appendWord("(*\(name)?)()")
      if `throws` { text += " throws" }
    case .throwingElements: text.appendWord("(*\(name)[])() throws")
    }
    text.appendName(key.name)
  }
}

extension String {
  /// Appends a word after a type, as in C: without a space between `*` and the name.
  mutating func appendWord(_ word: String) {
    if !word.isEmpty, utf8.last != UInt8(ascii: "*") { self += " " }
    self += word
  }

  /// Appends the name of a key, if it has one.
  mutating func appendName(_ name: String?) {
    guard let name else { return }
    self += " @"
    self += name
  }
}
