import GraphAnalysis
import CleanseGraph

/// One binding of a plugin, as `host show` shows it.
struct BindingEntry: Encodable, Sendable {
  /// What it answers to, as one would write it.
  let key: String
  let kind: Binding.Kind
  /// The scope in which the instance is shared.
  let scope: String?
  let location: SourceLocation?
  /// The chain of modules that declared it.
  let modules: [String]
  /// What its factory asks for, in the form in which it does.
  let requests: [String]
  /// For a binding of C: the function or the value as its author describes it.
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

  /// The binding in one line: what it binds, of what, in which scope, and where. One of C tells the
  /// first two by its signature.
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
