import CleanseC

extension CSignatureReader {
  mutating func readSignature() throws(CSignatureError) -> CSignature {
    let result = try readType(for: .result)
    guard !result.isOptional else {
      throw failure(
        "a result can't be optional: declare a function that can fail with `throws`",
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
      function: function.map { text($0) }, result: key, isOwned: result.isMarked,
      parameters: parameters, throws: `throws`)
  }

  private mutating func readThrows() throws(CSignatureError) -> Bool {
    guard current == UInt8(ascii: "t") else { return false }
    if isNext("throw") {
      throw failure("`throw` has no meaning here; did you mean `throws`?")
    }
    return try takeWord("throws")
  }

  /// Reads the parameters after `(`, up to and including `)`.
  private mutating func readParameters() throws(CSignatureError) -> [CParameter] {
    if try takeEmptyList() { return [] }
    var parameters: [CParameter] = []
    parameters.reserveCapacity(4)
    while true {
      guard parameters.count < CSignatureLimits.parameters else {
        throw failure("there are more than \(CSignatureLimits.parameters) parameters")
      }
      let (parameter, offset) = try readParameter()
      if let name = parameter.name, parameters.contains(where: { $0.name == name }) {
        throw failure("two parameters are called `\(name)`", at: offset)
      }
      parameters.append(parameter)
      if take(")") { return parameters }
      guard take(",") else { throw unexpected(instead: "`,` or `)`") }
    }
  }

  /// Consumes the end of an empty list: `)`, or `void` and `)`. Returns whether it is present.
  private mutating func takeEmptyList() throws(CSignatureError) -> Bool {
    if take(")") { return true }
    guard current == UInt8(ascii: "v") else { return false }
    let start = self
    guard try takeWord("void") else { return false }
    guard current != nil else { throw unexpected(instead: "`)`") }
    if take(")") { return true }
    self = start
    return false
  }

  /// Reads a parameter. Returns it with the offset of its name.
  private mutating func readParameter() throws(CSignatureError) -> (CParameter, Int) {
    let type = try readType(for: .parameter)
    if current == UInt8(ascii: "(") { return try readProvider(of: type) }
    let name = try readName()
    if current == UInt8(ascii: "(") {
      throw unexpected(instead: "`,` or `)`", "; a provider is written `\(type.type) (*next)()`")
    }
    let parameter = CParameter(
      name: name.map { text($0) }, key: CKey(type: type.type, name: try readKeyName()),
      form: type.isOptional ? .optional : .value, isBorrowed: type.isMarked)
    return (parameter, name?.offset ?? type.start)
  }

  private mutating func readProvider(
    of type: CTypeSyntax
  ) throws(CSignatureError) -> (CParameter, Int) {
    guard !type.isOptional else {
      throw failure("a provider can't yield an optional", at: type.end - 1)
    }
    guard !type.isMarked else {
      throw failure("the value of a provider can't be `borrowed`", at: type.start)
    }
    _ = take("(")
    try take("*", for: "of a provider, as in `\(type.type) (*next)()`")
    let name = try readName(isProvider: true)
    let isOptional = take("?")
    if isOptional, current == UInt8(ascii: "[") { throw severalOptional() }
    let isSeveral = try takeBrackets(afterProviderOf: type.type, hasName: name != nil)
    try take(")", for: "after the name of the provider")
    try take("(", for: "with no parameters, as in `\(type.type) (*next)()`")
    guard try takeEmptyList() else {
      throw current == nil
        ? unexpected(instead: "`)`") : failure("a provider takes no parameters")
    }
    let `throws` = try readThrows()
    if current == UInt8(ascii: "?") {
      let optional = CParameter(
        name: "next", key: CKey(type: type.type), form: .optionalProvider(throws: `throws`))
      throw isSeveral
        ? severalOptional()
        : failure("the `?` of an optional provider comes after its name: `\(optional)`")
    }
    if current == UInt8(ascii: "[") {
      throw failure(
        "the `[]` of several providers comes after their name: "
          + several(of: type.type))
    }
    guard `throws` || !isSeveral else {
      throw failure(
        "several providers need `throws`, because each can fail on its own: "
          + several(of: type.type), at: end)
    }
    let key = CKey(
      type: isSeveral ? .array(type.type) : type.type, name: try readKeyName())
    let form: CParameter.Form =
      isSeveral
      ? .throwingElements
      : isOptional ? .optionalProvider(throws: `throws`) : .provider(throws: `throws`)
    let parameter = CParameter(
      name: name.map { text($0) }, key: key, form: form, isBorrowed: false)
    return (parameter, name?.offset ?? type.start)
  }

  private func severalOptional() -> CSignatureError {
    failure("several providers can't be optional: declare the collection, which may then be empty")
  }

  /// Consumes the `[]` of several providers: one for each element of a collection. Returns whether it is
  /// present.
  private mutating func takeBrackets(
    afterProviderOf type: CType, hasName: Bool
  ) throws(CSignatureError) -> Bool {
    let bracket = position
    guard take("[") else { return false }
    guard take("]") else {
      throw unexpected(
        instead: "`]`", ": providers are passed with their count, as in \(several(of: type))")
    }
    if current == UInt8(ascii: "[") { throw failure("arrays of arrays are not supported") }
    if case .array = type {
      throw failure(
        "arrays of arrays are not supported; each provider yields one element: "
          + several(of: type), at: bracket)
    }
    if !hasName, current?.isIdentifierStart == true {
      throw failure(
        "the `[]` of several providers comes after their name: \(several(of: type))",
        at: bracket)
    }
    return true
  }

  /// Returns the syntax of one provider for each element of a collection, in backticks.
  ///
  /// - Parameter type: The type of the element or of the collection.
  private func several(of type: CType) -> String {
    let collection = if case .array = type { type } else { CType.array(type) }
    let parameter = CParameter(
      name: "next", key: CKey(type: collection), form: .throwingElements)
    return "`\(parameter)`"
  }
}
