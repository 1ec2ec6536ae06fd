/// What a function in C asks for with one parameter.
package struct CParameter: Hashable, Sendable {
  /// How what is bound for the key is passed.
  package enum Form: Hashable, Sendable {
    case value
    /// A null pointer where nothing is bound.
    case optional
    /// A function without arguments, which yields the value at each call. Its `throws` means that
    /// it takes a `cleanse_error *`.
    case provider(throws: Bool)
    /// An array of such functions that take a `cleanse_error *`: one for each element of the collection,
    /// which the key is that of.
    case throwingElements
  }

  /// Only for messages; a parameter need not have one.
  package let name: String?
  package let key: CKey
  package let form: Form
  /// Whether what is passed is valid for the call only, so that it need not be copied for longer.
  package let isBorrowed: Bool

  package init(name: String? = nil, key: CKey, form: Form = .value, isBorrowed: Bool = false) {
    self.name = name
    self.key = key
    self.form = form
    self.isBorrowed = isBorrowed
  }
}

extension CParameter {
  /// What one function of an array is, for a parameter that requests a collection element by element.
  package var element: CParameter? {
    guard form == .throwingElements, case .array(let type) = key.type else { return nil }
    return CParameter(key: CKey(type: type, name: key.name), form: .provider(throws: true))
  }
}

extension CParameter: CustomStringConvertible {
  /// The parameter as a signature spells it.
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
    case .throwingElements: text.appendWord("(*\(name)[])() throws")
    }
    text.appendName(key.name)
  }
}

extension String {
  /// Appends a word behind a type, as C writes it: nothing stands between `*` and the name.
  mutating func appendWord(_ word: String) {
    if !word.isEmpty, utf8.last != UInt8(ascii: "*") { self += " " }
    self += word
  }

  /// Appends the name of a key, where it has one.
  mutating func appendName(_ name: String?) {
    guard let name else { return }
    self += " @"
    self += name
  }
}
