extension Binding {
  /// What the binding is called in a trace: its key, and for a contribution, whose key is that of others, too, its location.
  package var traceSubject: String {
    guard kind == .contribution, let location else { return "\(key)" }
    return "\(key) at \(location)"
  }
}
