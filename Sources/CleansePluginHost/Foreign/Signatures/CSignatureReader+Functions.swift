import Cleanse

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
    let name = try readName()
    try take(")", for: "behind the name of the provider")
    try take("(", for: "with nothing in it, as in `\(type.type) (*next)()`,")
    guard try takeNothing() else {
      throw current == nil
        ? unexpected(instead: "`)`") : failure("a provider has no parameters")
    }
    let `throws` = try readThrows()
    if current == UInt8(ascii: "?") { throw failure("a provider can't be optional") }
    let parameter = CParameter(
      name: name?.text, key: CKey(type: type.type, name: try readKeyName()),
      form: .provider(throws: `throws`), isBorrowed: false)
    return (parameter, name?.place ?? type.start)
  }
}
