/// Thrown when a graph can't be used: every finding, the errors and the rest.
public struct ValidationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// In a fixed order; at least one of them is an error.
  public let diagnostics: [Diagnostic]

  /// Only for findings of which one is an error.
  package init(diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }

  /// Every finding as text, one below the other.
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}

extension ValidationError {
  /// What is wrong with a recording that could not be linked.
  init(unlinkable recording: Recording) {
    let found = GraphValidation().diagnostics(of: BindingGraph(recording, isLinkable: false))
    let isExplained = found.contains { $0.severity == .error }
    self.init(
      diagnostics: isExplained
        ? found
        : found + [
          Diagnostic(
            .unlinkable, .error,
            "\(TypeName.display(recording.components[0].recorded.type)) passed every check and could not be linked",
            remedy:
              "a validator can't need the component's seed; otherwise this is a mistake of the framework: please report it",
            subject: .component(0))
        ])
  }
}
