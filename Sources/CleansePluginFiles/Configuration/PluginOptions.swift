import CleanseGraph
import CleanseSupport
import CleansePluginMetadata

/// The options of one plugin with the values that are given for them.
struct PluginOptions {
  /// The options, in order of their names.
  private(set) var resolved: [ResolvedOption] = []
  private(set) var findings: [Diagnostic] = []

  private let plugin: PluginDescription
  /// Whether the user can set an option with `--set` of the program.
  private let hasOptions: Bool

  init(_ plugin: PluginDescription, _ assignments: [OptionAssignment], hasOptions: Bool) {
    (self.plugin, self.hasOptions) = (plugin, hasOptions)
    let declared = Set(plugin.manifest.options.map(\.name))
    var given: [String: OptionAssignment] = [:]
    for assignment in assignments {
      guard declared.contains(assignment.option) else {
        // The others are only counted: a suggestion takes time.
        let isShown = findings.count < 100
        findings.append(unknown(assignment, among: isShown ? declared.sorted() : []))
        continue
      }
      if let other = given[assignment.option], other.origin.rank < assignment.origin.rank {
        continue
      }
      given[assignment.option] = assignment
    }
    for option in plugin.manifest.options {
      guard let assignment = given[option.name] else {
        resolved.append(
          ResolvedOption(option: option, value: option.standard, origin: .standard))
        if option.isRequired { findings.append(missing(option)) }
        continue
      }
      var value: OptionValue?
      do throws(OptionMistake) {
        value = try GivenOption(option, assignment).value()
      } catch {
        findings.append(invalid(option, assignment, error))
      }
      resolved.append(ResolvedOption(option: option, value: value, origin: assignment.origin))
    }
  }

  private var identifier: String { plugin.manifest.identifier }

  private func finding(
    _ code: Diagnostic.Code, _ message: String, _ option: String, _ assignment: OptionAssignment?,
    fix: String
  ) -> Diagnostic {
    Diagnostic(
      code, .error, message, at: assignment?.origin.location,
      provenance: Provenance(origin: identifier),
      notes: [assignment?.origin.note].compactMap(\.self), fix: fix,
      arguments: [.file(plugin.file), .init("option", option)])
  }

  private func unknown(_ assignment: OptionAssignment, among names: [String]) -> Diagnostic {
    let name = assignment.option
    let fix =
      if let nearest = NearestNames.first(name, among: names, within: .half) {
        "write `\(nearest)`, or remove the setting"
      } else if plugin.manifest.options.isEmpty {
        "remove the setting: the plugin has no options"
      } else {
        "remove the setting; `host show` lists the options"
      }
    return finding(
      .pluginUnknownOption, "\(identifier) has no option \(name.quoted)", name, assignment, fix: fix
    )
  }

  private func missing(_ option: PluginOption) -> Diagnostic {
    let variable = PluginConfiguration.variable(for: option, of: identifier)
    let fix =
      option.isSecret
      ? "set \(variable)_FILE to the path of a file with it, or `plugins.\(identifier).options.\(option.name)` in "
        + "`host.json` to {\"file\": …}"
      : "set `plugins.\(identifier).options.\(option.name)` in `host.json`"
        + (hasOptions ? ", or pass `--set \(identifier).\(option.name)=…`" : "")
    var finding = finding(
      .pluginMissingOption, "\(identifier) needs a value for its option `\(option.name)`",
      option.name,
      nil, fix: fix)
    finding.notes.append(
      Diagnostic.Note("\(option.summary): \(option.type.expectation)"))
    return finding
  }

  private func invalid(
    _ option: PluginOption, _ assignment: OptionAssignment, _ mistake: OptionMistake
  ) -> Diagnostic {
    finding(
      mistake.code,
      mistake.code == .pluginExposedSecret
        ? "the secret `\(option.name)` of \(identifier) \(mistake.message)"
        : "\(identifier) has an invalid value for its option `\(option.name)`: \(mistake.message)",
      option.name, assignment, fix: mistake.fix)
  }
}
