import CleanseC

extension CSignatureReader {
  mutating func readSignature() throws(CSignatureError) -> CSignature {
    let result = try readType(for: .result)
    guard !result.isOptional else {
      throw failure(
        "a result can't be optional: a function that can't make one says `throws`",
        at: result.end - 1)
    }
    let function = try readName()
    if current == UInt8(ascii: "@") {
      throw unexpected(
        instead: "`(` with the parameters", "; a value is bound with CLEANSE_VALUE")
    }
    try take("(", for: "with the parameters")
    if current == UInt8(ascii: "*") {
      throw failure("a result can't be a provider; the function is a provider itself")
    }
    let parameters = try readParameters()
    let `throws` = try readThrows()
    let key = CKey(type: result.type, name: try readKeyName())
    return CSignature(
      function: function?.text, result: key, isOwned: result.isMarked, parameters: parameters,
      throws: `throws`)
  }

  private mutating func readThrows() throws(CSignatureError) -> Bool {
    var ahead = self
    if try ahead.takeWord("throw") {
      throw failure("`throw` has no meaning here; did you mean `throws`?")
    }
    return try takeWord("throws")
  }

  /// Reads what stands behind `(`, up to and with `)`.
  private mutating func readParameters() throws(CSignatureError) -> [CParameter] {
    if try takeNothing() { return [] }
    var parameters: [CParameter] = []
    parameters.reserveCapacity(4)
    while true {
      guard parameters.count < CSignatureLimits.parameters else {
        throw failure("there are more than \(CSignatureLimits.parameters) parameters")
      }
      let (parameter, place) = try readParameter()
      if let name = parameter.name, parameters.contains(where: { $0.name == name }) {
        throw failure("two parameters are called `\(name)`", at: place)
      }
      parameters.append(parameter)
      if take(")") { return parameters }
      guard take(",") else { throw unexpected(instead: "`,` or `)`") }
    }
  }

  /// Goes over `)`, or over `void` and `)`.
  private mutating func takeNothing() throws(CSignatureError) -> Bool {
    if take(")") { return true }
    guard current == UInt8(ascii: "v") else { return false }
    let start = self
    guard try takeWord("void") else { return false }
    guard current != nil else { throw unexpected(instead: "`)`") }
    if take(")") { return true }
    self = start
    return false
  }

  /// Reads a parameter and tells where its name is.
  private mutating func readParameter() throws(CSignatureError) -> (CParameter, Int) {
    let type = try readType(for: .parameter)
    if current == UInt8(ascii: "(") { return try readProvider(of: type) }
    let name = try readName()
    if current == UInt8(ascii: "(") {
      throw unexpected(instead: "`,` or `)`", "; a provider is written `\(type.type) (*next)()`")
    }
    let parameter = CParameter(
      name: name?.text, key: CKey(type: type.type, name: try readKeyName()),
      form: type.isOptional ? .optional : .value, isBorrowed: type.isMarked)
    return (parameter, name?.place ?? type.start)
  }

  private mutating func readProvider(
    of type: CTypeSyntax
  ) throws(CSignatureError) -> (CParameter, Int) {
    guard !type.isOptional else {
      throw failure("there is no provider of an optional", at: type.end - 1)
    }
    guard !type.isMarked else {
      throw failure("what a provider yields can't be `borrowed`", at: type.start)
    }
    _ = take("(")
    try take("*", for: "of a provider, as in `\(type.type) (*next)()`,")
    let name = try readName(isProvider: true)
    let isSeveral = try takeBrackets(behindProviderOf: type.type, hasName: name != nil)
    try take(")", for: "behind the name of the provider")
    try take("(", for: "with nothing in it, as in `\(type.type) (*next)()`,")
    guard try takeNothing() else {
      throw current == nil
        ? unexpected(instead: "`)`") : failure("a provider has no parameters")
    }
    let `throws` = try readThrows()
    if current == UInt8(ascii: "?") { throw failure("a provider can't be optional") }
    if current == UInt8(ascii: "[") {
      throw failure(
        "the `[]` of several providers stands behind their name: "
          + several(of: type.type))
    }
    guard `throws` || !isSeveral else {
      throw failure(
        "several providers say `throws`, as each may fail without the others: "
          + several(of: type.type), at: end)
    }
    let key = CKey(
      type: isSeveral ? .array(type.type) : type.type, name: try readKeyName())
    let parameter = CParameter(
      name: name?.text, key: key,
      form: isSeveral ? .throwingElements : .provider(throws: `throws`), isBorrowed: false)
    return (parameter, name?.place ?? type.start)
  }

  /// Goes over the `[]` that makes a provider several: one for each element of a collection.
  private mutating func takeBrackets(
    behindProviderOf type: CType, hasName: Bool
  ) throws(CSignatureError) -> Bool {
    let bracket = position
    guard take("[") else { return false }
    guard take("]") else {
      throw unexpected(
        instead: "`]`", ": providers come with their count, as in \(several(of: type))")
    }
    if current == UInt8(ascii: "[") { throw failure("there is no array of arrays") }
    if case .array = type {
      throw failure(
        "there is no array of arrays; each of the providers yields one element: "
          + several(of: type), at: bracket)
    }
    if !hasName, current?.isIdentifierStart == true {
      throw failure(
        "the `[]` of several providers stands behind their name: \(several(of: type))",
        at: bracket)
    }
    return true
  }

  /// How one provider for each element of a collection is written, by a text that names the element or the
  /// collection.
  private func several(of type: CType) -> String {
    let collection = if case .array = type { type } else { CType.array(type) }
    let parameter = CParameter(
      name: "next", key: CKey(type: collection), form: .throwingElements)
    return "`\(parameter)`"
  }
}
