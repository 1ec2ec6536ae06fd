/// What a function in C makes, and what it asks for.
struct CSignature: Hashable, Sendable {
  /// What the function is called; only for messages.
  let function: String?
  let result: CKey
  /// Whether the host frees the result when it has copied it.
  let isOwned: Bool
  let parameters: [CParameter]
  /// Whether the function has a `cleanse_error *` as a further, last parameter.
  let `throws`: Bool
}

extension CSignature: CustomStringConvertible {
  /// The signature on one line; of several spellings that mean the same, always one.
  var description: String {
    var text = (isOwned ? "owned " : "") + result.type.description
    text.appendWord(function ?? "")
    text += "(" + parameters.map(\.description).joined(separator: ", ") + ")"
    if `throws` { text += " throws" }
    if let key = result.name { text += " @" + key }
    return text
  }
}
