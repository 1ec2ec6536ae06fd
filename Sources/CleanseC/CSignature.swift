/// The signature of a C function: the key that it provides, and its parameters.
@frozen package struct CSignature: Hashable, Sendable {
  /// The name of the function, for messages.
  package let function: String?
  package let result: CKey
  /// Whether the host frees the result after copying it.
  package let isOwned: Bool
  package let parameters: [CParameter]
  /// Whether the function has an additional last parameter, a `cleanse_error *`.
  package let `throws`: Bool

  package init(
    function: String? = nil, result: CKey, isOwned: Bool = false, parameters: [CParameter] = [],
    throws: Bool = false
  ) {
    self.function = function
    self.result = result
    self.isOwned = isOwned
    self.parameters = parameters
    self.throws = `throws`
  }

  /// Whether a parameter, in any form, requests the key that the function provides, as a decorator does.
  package var requestsResult: Bool { parameters.contains { $0.key == result } }
}

extension CSignature: CustomStringConvertible {
  /// The signature in its canonical spelling, on one line.
  package var description: String {
    var text = CDeclarationText()
    if isOwned { text.append("owned ") }
    text.append(result.type)
    text.appendWord(function ?? "")
    text.append("(")
    var isFirst = true
    for parameter in parameters {
      if !isFirst { text.append(", ") }
      isFirst = false
      parameter.write(to: &text)
    }
    text.append(")")
    if `throws` { text.append(" throws") }
    text.appendName(result.name)
    return text.description
  }
}
