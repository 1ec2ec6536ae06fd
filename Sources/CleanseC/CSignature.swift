/// What a function in C makes, and what it asks for.
package struct CSignature: Hashable, Sendable {
  /// What the function is called; only for messages.
  package let function: String?
  package let result: CKey
  /// Whether the host frees the result when it has copied it.
  package let isOwned: Bool
  package let parameters: [CParameter]
  /// Whether the function has a `cleanse_error *` as a further, last parameter.
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
}

extension CSignature: CustomStringConvertible {
  /// The signature on one line; of several spellings that mean the same, always one.
  package var description: String {
    // One text that grows: plugins declare functions by the thousand.
    var text = ""
    text.reserveCapacity(128)
    if isOwned { text += "owned " }
    text += result.type.description
    text.appendWord(function ?? "")
    text += "("
    for (number, parameter) in parameters.enumerated() {
      if number > 0 { text += ", " }
      parameter.write(to: &text)
    }
    text += ")"
    if `throws` { text += " throws" }
    text.appendName(result.name)
    return text
  }
}
