extension Diagnostic {
  /// Creates a finding about a binding, or about one of its requests.
  package init(
    _ code: Code, _ severity: Severity, _ message: String, on binding: Binding,
    request: RequestIndex? = nil, notes: [Note] = [], fix: String? = nil, arguments: [Argument] = []
  ) {
    self.init(
      code, severity, message, at: binding.location, provenance: binding.provenance, notes: notes,
      fix: fix,
      subject: request.map { .edge(binding: binding.id, request: $0) } ?? .binding(binding.id),
      arguments: arguments)
  }
}

extension Diagnostic.Note {
  /// Creates a note about a binding.
  package init(_ message: String, on binding: Binding) {
    self.init(message, at: binding.location, provenance: binding.provenance)
  }
}
