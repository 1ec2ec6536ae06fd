public import CleanseGraph
import CleanseSupport
package import CleansePluginMetadata

/// The inspected plugins, with what a configuration sets for them.
package struct ConfigurationResolution {
  /// The inspections in the same order, with the values of their options. A plugin with an invalid option or without
  /// one that it needs is rejected.
  package private(set) var inspections: [PluginInspection]
  /// The findings about plugins that are named and were not found.
  package private(set) var findings: [Diagnostic] = []

  /// The number of findings that are reported for one plugin, and about plugins that were not found.
  private static let limit = 20

  /// The inspections with those plugins left out that the configuration disables, and with them the plugins that require
  /// these. A plugin that must not be left out stays; its requirement is then not met.
  package static func disabling(
    by configuration: PluginConfiguration, in inspections: [PluginInspection]
  ) -> [PluginInspection] {
    let names = Set(configuration.disabled.flatMap(\.names))
    guard !names.isEmpty else { return inspections }
    var result = inspections
    var dependents: [String: [Int]] = [:]
    var next: [Int] = []
    for (index, inspection) in inspections.enumerated() {
      for requirement in inspection.description?.manifest.requires ?? [] {
        dependents[requirement.identifier, default: []].append(index)
      }
      if inspection.names.contains(where: names.contains) { next.append(index) }
    }
    var used = Dictionary(grouping: inspections.compactMap(\.identifier)) { $0 }.mapValues(\.count)
    while let index = next.popLast() {
      guard result[index].omission == nil else { continue }
      result[index] = inspections[index].disabled
      guard let identifier = inspections[index].identifier else { continue }
      // Another file can have the same identifier.
      used[identifier, default: 1] -= 1
      guard used[identifier] == 0 else { continue }
      next += (dependents[identifier] ?? []).filter { !configuration.isNeeded(inspections[$0]) }
    }
    return result
  }

  package init(of inspections: [PluginInspection], _ configuration: PluginConfiguration) {
    self.inspections = inspections
    let variables = OptionVariables(configuration.environment, inspections)
    let given = Dictionary(grouping: configuration.options + variables.assignments, by: \.plugin)
    for (index, inspection) in inspections.enumerated() {
      guard let plugin = inspection.description else { continue }
      // Of two values from one origin, the last one counts: that under the present identifier.
      let assigned = inspection.settingIdentifiers.reversed().flatMap { given[$0] ?? [] }
      let mistakes = variables.mistakes[plugin.manifest.identifier] ?? []
      guard !plugin.manifest.options.isEmpty || !assigned.isEmpty || !mistakes.isEmpty else {
        continue
      }
      let options = PluginOptions(plugin, assigned, hasOptions: configuration.hasOptions)
      self.inspections[index] = inspection.with(
        options.resolved,
        Self.abridged(
          mistakes + options.findings, of: mistakes.count + options.findings.count,
          "findings about options of the plugin"))
    }
    // Most configurations set and mention little or nothing.
    lazy var known = Set(inspections.flatMap(\.settingIdentifiers))
    lazy var names = Set(inspections.flatMap(\.names))
    lazy var suggestion = PluginSuggestion(among: inspections)
    let unknown = given.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }
    let mentions = (configuration.disabled + configuration.mentioned).filter {
      names.isDisjoint(with: $0.names) && given[$0.name] == nil
    }
    // A suggestion takes time, so only what is reported gets one.
    let all =
      unknown.prefix(Self.limit).map { Self.unknownPlugin($0.key, $0.value, suggestion) }
      + mentions.prefix(Self.limit).map { mention in
        var finding = Self.unknownPlugin(mention, suggestion)
        // A program that needs the plugin must not run without it.
        if configuration.failureModes[mention.name] == .refuse { finding.severity = .error }
        return finding
      }
      + variables.findings.prefix(Self.limit)
    findings = Self.abridged(
      all, of: unknown.count + mentions.count + variables.findings.count,
      "names of plugins that were not found")
  }

  /// The first findings, the last of which has the number of the others.
  private static func abridged(
    _ findings: [Diagnostic], of total: Int, _ others: String
  ) -> [Diagnostic] {
    guard total > limit else { return findings }
    var kept = Array(findings.prefix(limit))
    kept[kept.count - 1].notes.append(Diagnostic.Note("\(total - kept.count) more \(others)"))
    return kept
  }

  private static func unknownPlugin(
    _ plugin: String, _ assignments: [OptionAssignment], _ suggestion: PluginSuggestion
  ) -> Diagnostic {
    let origins = assignments.map(\.origin)
    let names = Set(assignments.map(\.option)).sorted()
    let list = names.prefix(5).map(\.quoted).joined(separator: ", ")
    return unknownPlugin(
      PluginMention(plugin, from: origins.first { $0 == .commandLine } ?? origins[0]),
      suggestion, sets: Diagnostic.Note("sets \(list)\(names.count > 5 ? ", …" : "")"))
  }

  private static func unknownPlugin(
    _ mention: PluginMention, _ suggestion: PluginSuggestion, sets note: Diagnostic.Note? = nil
  ) -> Diagnostic {
    let plugin = mention.name
    return Diagnostic(
      .pluginNotFound, mention.origin == .commandLine ? .error : .warning,
      "the configuration names \(plugin.quoted), and there is no such plugin",
      at: mention.origin.location,
      notes: [mention.origin.note, note].compactMap(\.self),
      fix: suggestion.fix(for: plugin),
      arguments: [.init("plugin", plugin)])
  }
}

extension PluginConfiguration {
  /// What happens if a plugin can't be used. If the configuration names it in several ways, `refuse` has precedence.
  package func failureMode(of plugin: PluginInspection) -> FailureMode {
    guard !failureModes.isEmpty else { return onFailure }
    let modes = modes(of: plugin)
    return modes.contains(.refuse) ? .refuse : modes.first ?? onFailure
  }

  /// Whether the configuration names the plugin as one that must not be left out.
  fileprivate func isNeeded(_ plugin: PluginInspection) -> Bool {
    !failureModes.isEmpty && modes(of: plugin).contains(.refuse)
  }

  /// The modes that the configuration has for the plugin, by one of its names.
  private func modes(of plugin: PluginInspection) -> [FailureMode] {
    let names = plugin.names
    return failureModes.filter { name, _ in
      PluginMention(name, from: .application).names.contains(where: names.contains)
    }.map(\.value)
  }
}

extension PluginInspection {
  fileprivate var identifier: String? { description?.manifest.identifier }

  /// The names of the plugin in a configuration.
  fileprivate var names: [String] {
    if case .notAPlugin = outcome { return [] }
    return [
      identifier, lastComponent(of: file.path), file.path,
      file.original(of: file.resolvedPath).text,
    ].compactMap(\.self) + formerIdentifiers
  }

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

extension PluginMention {
  /// The names that refer to the plugin: also the path without symbolic links, if the name is a path.
  fileprivate var names: [String] {
    [name] + (FilePath(name).hasDirectory ? [SystemPath.resolved(name)].compactMap(\.self) : [])
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
