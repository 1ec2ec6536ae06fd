import CleanseGraph

/// Why a C function can fail whether or not its signature says `throws`: `ForeignBinding.canFail`, by the text of a signature
/// in a graph, which may be a document.
enum CHiddenError: CustomStringConvertible {
  /// The result can be invalid.
  case result
  /// A parameter can be one that can't be passed.
  case parameter

  /// - Parameter binding: A binding that throws; one of Swift has no such reason.
  init?(of binding: Binding) {
    guard let signature = binding.signature, binding.effect == .throwing,
      let start = signature.firstIndex(of: "("), let end = signature.lastIndex(of: ")")
    else { return nil }
    let result = Self.type(signature[..<start])
    if signature[..<start].contains("*") || result == "string" || result == "bytes"
      || result?.hasSuffix("[]") == true
    {
      self = .result
      return
    }
    let parameters = signature[signature.index(after: start)..<end].split(separator: ",")
    let isThrowing = signature[end...].split(separator: " ").contains("throws")
    // Without any of these, and without `throws`, a parameter is a pointer with a bridge.
    let isFound = parameters.contains { parameter in
      parameter.contains("(*")
        || Self.type(parameter).map { ["string", "string?", "string[]"].contains($0) } ?? false
    }
    guard isFound || !isThrowing else { return nil }
    self = .parameter
  }

  /// The first word of a declaration that is not about who frees the memory.
  private static func type(_ declaration: Substring) -> Substring? {
    declaration.split(separator: " ").first { $0 != "owned" && $0 != "borrowed" }
  }

  var description: String {
    switch self {
    case .result:
      "in C, a function whose result is a string, an array or a pointer can always fail, as that can be null"
    case .parameter:
      "in C, a function with a parameter that is a string, a provider or a pointer with a bridge can always fail"
    }
  }
}
