/// The signature of a C function: the key that it provides, and its parameters.
package struct CSignature: Hashable, Sendable {
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
    // One string is extended, for speed: plugins declare thousands of functions.
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
