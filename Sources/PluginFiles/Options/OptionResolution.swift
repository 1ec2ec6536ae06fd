public import CleanseGraph
import CleanseSupport
package import PluginMetadata

/// The options of all inspected plugins, with the values that a configuration gives them.
package struct OptionResolution {
  /// The inspections in the same order, with the values of their options. A plugin with an invalid option or without
  /// one that it needs is rejected.
  package private(set) var inspections: [PluginInspection]
  /// The findings about options of plugins that were not found.
  package private(set) var findings: [Diagnostic] = []

  /// The number of findings that are reported for one plugin.
  private static let limit = 20

  package init(of inspections: [PluginInspection], _ configuration: PluginConfiguration) {
    self.inspections = inspections
    let known = Set(inspections.compactMap { $0.description?.manifest.identifier })
    let variables = OptionVariables(configuration.environment, inspections)
    let given = Dictionary(grouping: configuration.options + variables.assignments, by: \.plugin)
    for (index, inspection) in inspections.enumerated() {
      guard let plugin = inspection.description else { continue }
      let assigned = given[plugin.manifest.identifier] ?? []
      let mistakes = variables.mistakes[plugin.manifest.identifier] ?? []
      guard !plugin.manifest.options.isEmpty || !assigned.isEmpty || !mistakes.isEmpty else {
        continue
      }
      let options = PluginOptions(plugin, assigned)
      self.inspections[index] = inspection.with(
        options.resolved, Self.abridged(mistakes + options.findings, plugin))
    }
    let identifiers = known.sorted()
    let unknown = given.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }
    findings =
      unknown.prefix(Self.limit).map { Self.unknownPlugin($0.key, $0.value, among: identifiers) }
      + variables.findings.prefix(Self.limit)
  }

  private static func abridged(
    _ findings: [Diagnostic], _ plugin: PluginDescription
  ) -> [Diagnostic] {
    guard findings.count > limit else { return findings }
    var kept = Array(findings.prefix(limit))
    kept[limit - 1].notes.append(
      Diagnostic.Note("\(findings.count - limit) more findings about options of the plugin"))
    return kept
  }

  private static func unknownPlugin(
    _ plugin: String, _ assignments: [OptionAssignment], among known: [String]
  ) -> Diagnostic {
    let isOnCommandLine = assignments.contains { $0.origin == .commandLine }
    let first = assignments[0]
    let names = Set(assignments.map(\.option)).sorted()
    return Diagnostic(
      .pluginNotFound, isOnCommandLine ? .error : .warning,
      "options are set for \(plugin.quoted), and there is no such plugin",
      at: first.origin.location,
      notes: [first.origin.note].compactMap(\.self)
        + [
          Diagnostic.Note(
            "sets \(names.prefix(5).map(\.quoted).joined(separator: ", "))\(names.count > 5 ? ", …" : "")"
          )
        ],
      fix: NearestNames.first(plugin, among: known).map { "write \($0.quoted), or add the plugin" }
        ?? "add the plugin, or remove the setting",
      arguments: [.init("plugin", plugin)])
  }
}

extension PluginInspection {
  /// Sets the options to values that were resolved before, by name.
  package mutating func setOptions(_ values: [String: OptionValue]) {
    options = (description?.manifest.options ?? []).compactMap { option in
      values[option.name].map { ResolvedOption(option: option, value: $0, origin: .application) }
    }
  }

  fileprivate func with(
    _ options: [ResolvedOption], _ findings: [Diagnostic]
  ) -> PluginInspection {
    // A plugin that can't be used anyway needs no further reasons.
    var inspection = findings.isEmpty || usable == nil ? self : adding(findings)
    inspection.options = options
    return inspection
  }
}

extension Diagnostic.Code {
  /// The configuration names a plugin that was not found.
  public static let pluginNotFound: Self = "plugin/unknown-plugin"
  /// The configuration sets an option that the plugin does not declare.
  public static let pluginUnknownOption: Self = "plugin/unknown-option"
  /// The configuration gives an option a value that it does not accept.
  public static let pluginInvalidOption: Self = "plugin/invalid-option"
  /// An option that has to be set is not.
  public static let pluginMissingOption: Self = "plugin/missing-option"
  /// A secret is given in a way in which other users can read it.
  public static let pluginExposedSecret: Self = "plugin/exposed-secret"
}
