internal import CleanseSupport

/// A validator from outside, with the options that it was registered with.
package struct RegisteredValidator: Sendable {
  let plugin: any CleanseBindingPlugin
  let options: [String: String]
  /// Where it was registered; nothing for one that a plugin contributes.
  let location: SourceLocation?

  /// A validator without options.
  package init(_ plugin: any CleanseBindingPlugin) {
    self.init(plugin, options: [:], location: nil)
  }

  init(_ plugin: any CleanseBindingPlugin, options: [String: String], location: SourceLocation?) {
    self.plugin = plugin
    self.options = options
    self.location = location
  }

  /// What the validator finds; what is wrong with its options comes first.
  package func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    let reporter = CleanseErrorReporter(graph: graph, options: options)
    let known = options.isEmpty ? [] : plugin.supportedOptions
    for name in options.keys.sorted() where !known.contains(name) {
      reporter.report(unknownOption(name, known: known))
    }
    plugin.visit(root: ComponentBinding(graph: graph, component: 0), errorReporter: reporter)
    return reporter.diagnostics
  }

  private func unknownOption(_ name: String, known: [String]) -> Diagnostic {
    let nearest = NearestNames.first(name, among: known, within: .half)
    return Diagnostic(
      .unknownOption, .error, "\(TypeName.display(type(of: plugin))) has no option \(name)",
      at: location, notes: nearest.map { [Diagnostic.Note("near: it has \($0)")] } ?? [],
      fix: known.isEmpty
        ? "leave it out: this validator takes no options"
        : nearest.map { "write \($0)" } ?? "leave it out, or take one of "
          + known.joined(separator: ", "),
      arguments: [.init("validator", TypeName.display(type(of: plugin))), .init("option", name)])
  }
}
