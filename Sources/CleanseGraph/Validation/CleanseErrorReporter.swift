/// Takes what a validator finds. Used for one visit, on one thread.
public final class CleanseErrorReporter {
  /// What was reported so far.
  public private(set) var diagnostics: [Diagnostic] = []
  /// What the validator was registered with, among its
  /// ``CleanseBindingPlugin/supportedOptions``.
  public let options: [String: String]

  private let graph: BindingGraph

  init(graph: BindingGraph, options: [String: String]) {
    self.graph = graph
    self.options = options
  }

  /// Reports a finding, of whatever severity it says.
  public func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  /// Reports an error of any type; a ``Diagnostic`` is taken as it is.
  public func append(error: any Error) {
    if let diagnostic = error as? Diagnostic {
      report(diagnostic)
    } else {
      report(Diagnostic(.reportedError, .error, "\(error)"))
    }
  }

  /// Reports a finding about a binding of the graph. Where it is, who brought it, who asks for it, and
  /// how the root gets there are filled in, as in the findings of the framework.
  ///
  /// - Parameters:
  ///   - code: The kind of finding, as `owner/name`.
  ///   - severity: How much it weighs; an error refuses the graph.
  ///   - message: What is wrong, in one line without a full stop at its end.
  ///   - binding: What it is about.
  ///   - notes: Further places and facts; they stand behind who asks.
  ///   - fix: What to do about it, best as the line to write.
  ///   - arguments: What tells it from other findings of the code on the same binding; see
  ///     ``Diagnostic/arguments``.
  public func report(
    _ code: Diagnostic.Code, _ severity: Diagnostic.Severity, _ message: String,
    on binding: Binding, notes: [Diagnostic.Note] = [], fix: String? = nil,
    arguments: [Diagnostic.Argument] = []
  ) {
    report(
      Diagnostic(
        code, severity, message, on: binding, notes: dependents(of: binding, "it") + notes,
        fix: fix, arguments: arguments))
  }

  /// Reports a finding about a request; as for a binding, which is here the one that asks.
  public func report(
    _ code: Diagnostic.Code, _ severity: Diagnostic.Severity, _ message: String,
    on edge: ComponentBinding.Edge, notes: [Diagnostic.Note] = [], fix: String? = nil,
    arguments: [Diagnostic.Argument] = []
  ) {
    let note = graph.note(
      "\(edge.binding.key) asks for \(edge.request.key)\(edge.request.form.phrase)",
      on: edge.binding)
    report(
      Diagnostic(
        code, severity, message, on: edge.binding, request: edge.index, notes: [note] + notes,
        fix: fix, arguments: arguments))
  }

  /// Reports a finding about a component; it is told at the line that installs it.
  public func report(
    _ code: Diagnostic.Code, _ severity: Diagnostic.Severity, _ message: String,
    on component: ComponentBinding, notes: [Diagnostic.Note] = [], fix: String? = nil,
    arguments: [Diagnostic.Argument] = []
  ) {
    let factory = component.factory
    report(
      Diagnostic(
        code, severity, message, at: factory?.location, provenance: factory?.provenance,
        notes: (factory.map { dependents(of: $0, "its factory") } ?? []) + notes, fix: fix,
        subject: component.subject, arguments: arguments))
  }

  /// A note on the one through whom the root gets to the binding.
  private func dependents(of binding: Binding, _ what: String) -> [Diagnostic.Note] {
    graph.path(to: binding).dropLast().last.map {
      [graph.note("\($0.key) asks for \(what)", on: $0)]
    } ?? []
  }
}
