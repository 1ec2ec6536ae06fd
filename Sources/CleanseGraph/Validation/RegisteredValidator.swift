internal import CleanseSupport

/// An external validator, with the options that it was registered with.
package struct RegisteredValidator: Sendable {
  package let plugin: any CleanseBindingPlugin
  let options: [String: String]
  /// The location of its registration; nil for one that a plugin contributes.
  let location: SourceLocation?
  /// The plugin that contributes it; nil for one of the application.
  let origin: String?

  /// A validator without options.
  ///
  /// - Parameter origin: The plugin that contributes it; nil for the application.
  package init(_ plugin: any CleanseBindingPlugin, of origin: String? = nil) {
    self.init(plugin, options: [:], location: nil, origin: origin)
  }

  /// The same registration of another validator.
  package func replacing(by plugin: any CleanseBindingPlugin) -> RegisteredValidator {
    RegisteredValidator(plugin, options: options, location: location, origin: origin)
  }

  init(
    _ plugin: any CleanseBindingPlugin, options: [String: String], location: SourceLocation?,
    origin: String? = nil
  ) {
    self.plugin = plugin
    self.options = options
    self.location = location
    self.origin = origin
  }

  /// Returns the findings of the validator, after those about its options.
  package func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    let span = Trace.begin(.validate, plugin.name)
    defer { span?.end() }
    let reporter = CleanseErrorReporter(
      graph: graph, options: options, validator: plugin.name, origin: origin)
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
