import CleanseGraph
import CleanseSupport
import CleansePluginMetadata

/// The options that environment variables set.
struct OptionVariables {
  private(set) var assignments: [OptionAssignment] = []
  /// The findings about variables that name no option of a plugin, or one of several plugins.
  private(set) var mistakes: [String: [Diagnostic]] = [:]
  /// The findings about variables that name no plugin.
  private(set) var findings: [Diagnostic] = []

  /// The end of the name of a variable that names a file with a secret.
  private static let fileSuffix = "_FILE"

  init(_ environment: [String: String], _ inspections: [PluginInspection]) {
    let given = environment.filter { $0.key.hasPrefix(PluginConfiguration.variablePrefix) }
    guard !given.isEmpty else { return }
    // Nothing about a disabled plugin matters.
    let plugins = inspections.filter { $0.omission != .disabled }.compactMap(NamedPlugin.init)
    var targets: [String: [Target]] = [:]
    for target in plugins.flatMap(\.targets) {
      targets[target.variable, default: []].append(target)
    }
    for (variable, text) in given.sorted(by: { $0.key < $1.key }) {
      let named = targets[variable] ?? []
      let identifiers = Set(named.map(\.plugin.manifest.identifier)).sorted()
      // An option has precedence over the file of a secret whose variable has the same name.
      guard let target = named.first(where: { !$0.isFile }) ?? named.first else {
        // A variable that is set is meant as it is.
        addUnknown(variable, plugins, targets.keys.filter { given[$0] == nil })
        continue
      }
      guard identifiers.count == 1 else {
        for target in named {
          mistakes[target.plugin.manifest.identifier, default: []].append(
            Self.ambiguous(variable, target.plugin, target.option, identifiers))
        }
        continue
      }
      assignments.append(
        OptionAssignment(
          target.option.name, of: target.identifier,
          to: target.isFile ? .file(text) : .text(text), from: .environment(variable)))
    }
  }

  /// An option as a variable sets it.
  private struct Target {
    let variable: String
    let plugin: PluginDescription
    /// The identifier that the variable has: that of the plugin, or a former one.
    let identifier: String
    let option: PluginOption
    /// Whether the value of the variable is the path of a file with a secret.
    let isFile: Bool
  }

  /// A plugin with all identifiers under which settings apply to it.
  private struct NamedPlugin {
    let plugin: PluginDescription
    let identifiers: [String]

    init?(_ inspection: PluginInspection) {
      guard let plugin = inspection.description else { return nil }
      self.plugin = plugin
      identifiers = inspection.settingIdentifiers
    }

    var targets: [Target] {
      identifiers.flatMap { identifier in
        plugin.manifest.options.flatMap { option in
          let variable = PluginConfiguration.variable(for: option, of: identifier)
          return (option.isSecret ? [false, true] : [false]).map { isFile in
            Target(
              variable: isFile ? variable + OptionVariables.fileSuffix : variable, plugin: plugin,
              identifier: identifier, option: option, isFile: isFile)
          }
        }
      }
    }

    /// The length of the longest start of a variable that is one of this plugin; nil if none is.
    func length(ofStartOf variable: String) -> Int? {
      identifiers.map(PluginConfiguration.variablePrefix(of:)).filter { variable.hasPrefix($0) }
        .map(\.utf8.count).max()
    }
  }

  /// The variables that set options of a plugin.
  static func variables(of inspection: PluginInspection) -> [String] {
    NamedPlugin(inspection)?.targets.map(\.variable) ?? []
  }

  private mutating func addUnknown(
    _ variable: String, _ plugins: [NamedPlugin], _ known: [String]
  ) {
    let candidates = plugins.compactMap { plugin in
      plugin.length(ofStartOf: variable).map { (plugin: plugin.plugin, length: $0) }
    }
    // Of plugins with the same start, the first one.
    let longest = candidates.map(\.length).max()
    let owner = candidates.first { $0.length == longest }?.plugin
    // Of many variables, only some are reported, and a suggestion takes time.
    let isReported = findings.count + mistakes.values.reduce(0) { $0 + $1.count } < 100
    let nearest = isReported ? Self.nearest(to: variable, among: known) : nil
    var fix =
      nearest.map { "set \($0) instead" }
      ?? (owner == nil ? "unset it, or add the plugin" : "unset it")
    if variable.hasSuffix(Self.fileSuffix),
      case let option = String(variable.dropLast(Self.fileSuffix.count)), known.contains(option)
    {
      fix = "set \(option) to the value; only a secret can be in a file of its own"
    }
    guard let owner else {
      findings.append(
        Diagnostic(
          .pluginNotFound, .warning,
          "the environment variable \(variable.printable) sets an option of no plugin",
          fix: fix, arguments: [.init("variable", variable)]))
      return
    }
    mistakes[owner.manifest.identifier, default: []].append(
      Diagnostic(
        .pluginUnknownOption, .error,
        "the environment variable \(variable.printable) names no option of \(owner.manifest.identifier)",
        provenance: Provenance(origin: owner.manifest.identifier), fix: fix,
        arguments: [.file(owner.file), .init("variable", variable)]))
  }

  /// The variable that is probably meant: otherwise, the option of one plugin would be set to a value for another one.
  private static func nearest(to variable: String, among known: [String]) -> String? {
    let near = known.filter { candidate in
      // What all have, such as the prefix, would make short names seem to be near each other.
      let (own, other) = withoutSharedWords(variable, candidate)
      return own.isEmpty || other.isEmpty || NearestNames.first(own, among: [other]) != nil
    }
    return NearestNames.ranked(by: variable, near.sorted()).first
  }

  /// What two variables don't share at their beginnings and ends.
  private static func withoutSharedWords(_ left: String, _ right: String) -> (String, String) {
    func words(_ text: String) -> [Substring] {
      text.split(separator: "_", omittingEmptySubsequences: false)
    }
    let (left, right) = (words(left), words(right))
    let start = zip(left, right).prefix { $0 == $1 }.count
    let (ownRest, otherRest) = (left.dropFirst(start), right.dropFirst(start))
    let end = zip(ownRest.reversed(), otherRest.reversed()).prefix { $0 == $1 }.count
    return (
      ownRest.dropLast(end).joined(separator: "_"), otherRest.dropLast(end).joined(separator: "_")
    )
  }

  private static func ambiguous(
    _ variable: String, _ plugin: PluginDescription, _ option: PluginOption,
    _ identifiers: [String]
  ) -> Diagnostic {
    Diagnostic(
      .pluginInvalidOption, .error,
      "the environment variable \(variable) names options of several plugins: "
        + identifiers.prefix(5).joined(separator: ", "),
      provenance: Provenance(origin: plugin.manifest.identifier),
      fix: "set the option in `host.json`",
      arguments: [.file(plugin.file), .init("option", option.name)])
  }
}

extension PluginInspection {
  /// The environment variables that set options of the plugin.
  package var optionVariables: [String] {
    OptionVariables.variables(of: self)
  }
}
