import GraphAnalysis
import CleanseGraph

/// A binding of a plugin in the output of `host show`.
struct BindingEntry: Encodable, Sendable {
  /// The display name of the key.
  let key: String
  let kind: Binding.Kind
  /// The scope in which the instance is shared.
  let scope: String?
  let location: SourceLocation?
  /// The modules that led to it, outermost first.
  let modules: [String]
  /// The parameters of its factory in Swift syntax.
  let requests: [String]
  /// For a C-declared binding: the function or the value as its author describes it.
  let signature: String?

  init(_ binding: Binding) {
    key = binding.key.description
    kind = binding.kind
    scope = binding.scope
    location = binding.location
    modules = binding.provenance.modules
    requests = binding.requests.map(\.phrase)
    signature = binding.signature
  }

  /// The binding in one line: the key, the requests, the scope and the location. For a C-declared binding, the
  /// signature contains the key and the requests.
  var line: String {
    var line = signature ?? key
    if signature == nil, !requests.isEmpty {
      line += " from \(requests.joined(separator: ", "))"
    }
    if let scope { line += " shared in \(scope)" }
    if let location { line += " at \(location)" }
    return line
  }
}
