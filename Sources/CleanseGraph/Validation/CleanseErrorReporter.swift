/// Collects the findings of a validator. Used for one visit, on one thread.
public final class CleanseErrorReporter {
  /// The findings reported so far.
  public private(set) var diagnostics: [Diagnostic] = []
  /// The options that the validator was registered with; see
  /// ``CleanseBindingPlugin/supportedOptions``.
  public let options: [String: String]

  private let graph: BindingGraph
  private let validator: String
  private let origin: String?

  /// - Parameter origin: The plugin that contributes the validator; nil for the application.
  init(
    graph: BindingGraph, options: [String: String], validator: String, origin: String? = nil
  ) {
    self.graph = graph
    self.validator = validator
    self.origin = origin
    self.options = options
  }

  /// Reports a finding with its own severity. It gets the name of the validator, and the plugin that contributes it.
  public func report(_ diagnostic: Diagnostic) {
    var named = origin == nil ? diagnostic : diagnostic.kept
    named.validator = validator
    named.validatorOrigin = origin
    diagnostics.append(named)
  }

  /// Reports an error of any type; a ``Diagnostic`` is reported unchanged.
  public func append(error: any Error) {
    if let diagnostic = error as? Diagnostic {
      report(diagnostic)
    } else {
      report(Diagnostic(.reportedError, .error, "\(error)"))
    }
  }

  /// Reports a finding about a binding of the graph. Its location, its provenance, its dependent and the path
  /// from the root are filled in, as in the findings of the framework.
  ///
  /// - Parameters:
  ///   - code: The kind of finding, as `owner/name`.
  ///   - severity: The severity; an error makes the graph unusable.
  ///   - message: What is wrong, in one line without a final period.
  ///   - binding: The binding that the finding is about.
  ///   - notes: Further locations and facts, printed after the dependent.
  ///   - fix: The suggested fix, preferably the line of code to write.
  ///   - arguments: What distinguishes it from other findings of the same code on the same binding; see
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

  /// Reports a finding about a request, like one about a binding; the binding is the requester.
  public func report(
    _ code: Diagnostic.Code, _ severity: Diagnostic.Severity, _ message: String,
    on edge: ComponentBinding.Edge, notes: [Diagnostic.Note] = [], fix: String? = nil,
    arguments: [Diagnostic.Argument] = []
  ) {
    let note = graph.note(
      "\(edge.binding.key) depends on \(edge.request.key)\(edge.request.form.phrase)",
      on: edge.binding)
    report(
      Diagnostic(
        code, severity, message, on: edge.binding, request: edge.index, notes: [note] + notes,
        fix: fix, arguments: arguments))
  }

  /// Reports a finding about a component, located at the line that installs it.
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

  /// A note on the dependent through which the path from the root leads to the binding.
  private func dependents(of binding: Binding, _ what: String) -> [Diagnostic.Note] {
    graph.path(to: binding).dropLast().last.map {
      [graph.note("\($0.key) depends on \(what)", on: $0)]
    } ?? []
  }
}
