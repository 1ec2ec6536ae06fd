internal import CleanseSupport

/// An external validator, with the options that it was registered with.
package struct RegisteredValidator: Sendable {
  let plugin: any CleanseBindingPlugin
  let options: [String: String]
  /// The location of its registration; nil for one that a plugin contributes.
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

  /// Returns the findings of the validator, after those about its options.
  package func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    let span = Trace.begin(.validate, plugin.name)
    defer { span?.end() }
    let reporter = CleanseErrorReporter(
      graph: graph, options: options, validator: plugin.name)
    let known = options.isEmpty ? [] : plugin.supportedOptions
    for name in options.keys.sorted() where !known.contains(name) {
      reporter.report(unknownOption(name, known: known))
    }
    plugin.visit(root: ComponentBinding(graph: graph, component: .root), errorReporter: reporter)
    return reporter.diagnostics
  }

  private func unknownOption(_ name: String, known: [String]) -> Diagnostic {
    let nearest = NearestNames.first(name, among: known, within: .half)
    return Diagnostic(
      .unknownOption, .error, "\(plugin.name) has no option \(name)",
      at: location, notes: nearest.map { [Diagnostic.Note("near: it has \($0)")] } ?? [],
      fix: known.isEmpty
        ? "remove it: this validator has no options"
        : nearest.map { "use \($0)" } ?? "remove it, or use one of "
          + known.joined(separator: ", "),
      arguments: [.init("validator", plugin.name), .init("option", name)])
  }
}
