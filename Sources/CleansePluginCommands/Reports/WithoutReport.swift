import CleanseFindingReports
import CleanseGraphAnalysis
import CleanseGraphRendering
import CleanseGraph

/// The result of `host without`: the effects of removing plugins.
struct WithoutReport: CommandReport {
  /// A removed plugin.
  struct RemovedPlugin: Encodable, Sendable {
    let plugin: String
    /// The removed plugin that it requires, with the version range; nil for a plugin that the user named.
    let requires: String?
  }

  let schema = "cleanse-without/1"
  /// The named plugins, then those that require one of them.
  let removed: [RemovedPlugin]
  /// The number of usable plugins.
  let plugins: Int
  /// The number of remaining plugins.
  let remaining: Int
  /// The effects on the remaining plugins and the application.
  let effects: [RemovalEffect]
  /// The findings that occur only without the plugins.
  let newFindings: [Diagnostic]
  /// The findings that occur only with the plugins.
  let absentFindings: [Diagnostic]

  /// - Parameters:
  ///   - named: The plugins to remove.
  ///   - tree: All usable plugins.
  ///   - before: The graph with the plugins, and its findings.
  ///   - after: The graph without them and those that require them, and its findings.
  init(
    _ named: [String], among tree: RequirementTree,
    from before: (graph: BindingGraph, findings: [Diagnostic]),
    to after: (graph: BindingGraph, findings: [Diagnostic])
  ) {
    let dependents = tree.dependents(of: named)
    removed =
      named.map { RemovedPlugin(plugin: $0, requires: nil) }
      + dependents.map {
        RemovedPlugin(
          plugin: $0.identifier, requires: "\($0.requirement.identifier) \($0.requirement.versions)"
        )
      }
    let identifiers = Set(removed.map(\.plugin))
    plugins = tree.plugins.count
    remaining = tree.plugins.count { !identifiers.contains($0) }
    effects = RemovalEffect.all(without: identifiers, from: before.graph, to: after.graph)
    newFindings = Self.findings(of: after, notIn: before)
    absentFindings = Self.findings(of: before, notIn: after)
  }

  private static func findings(
    of side: (graph: BindingGraph, findings: [Diagnostic]),
    notIn other: (graph: BindingGraph, findings: [Diagnostic])
  ) -> [Diagnostic] {
    let known = Set(FindingIdentity.all(of: other.findings, in: other.graph))
    return zip(side.findings, FindingIdentity.all(of: side.findings, in: side.graph))
      .filter { !known.contains($1) }.map { $0.0.abbreviated }
  }

  var status: ExitStatus {
    newFindings.contains { $0.severity == .error } ? .findings : .success
  }
}

extension WithoutReport {
  /// The removed plugins, the effects, the new and the absent findings, and a summary.
  func text(for terminal: Terminal) -> String {
    let parts = [
      removedTable.text(for: terminal), effects.isEmpty ? "" : effectTable.text(for: terminal),
      Self.text(of: newFindings, "new", terminal),
      Self.text(of: absentFindings, "absent", terminal), summary + "\n",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var removedTable: TextTable {
    var table = TextTable(columns: [.init("REMOVED PLUGIN"), .init("REASON", .prose)])
    table.rows = removed.map { plugin in
      [.init(plugin.plugin, .bold), .init(plugin.requires.map { "requires \($0)" } ?? "named")]
    }
    return table
  }

  private var effectTable: TextTable {
    var table = TextTable(columns: [
      .init("REMOVED", .name), .init("REMAINING", .prose),
      .init("DEPENDENTS", .name),
    ])
    table.rows = effects.map { effect in
      [
        .init(effect.key), .init(effect.phrase, effect.outcome == .missing ? .red : nil),
        .init(
          effect.dependents.isEmpty
            ? "\(effect.component), as its root" : BindingReference.owners(effect.dependents)),
      ]
    }
    return table
  }

  private static func text(
    of findings: [Diagnostic], _ state: String, _ terminal: Terminal
  ) -> String {
    guard !findings.isEmpty else { return "" }
    let head = FindingReport.counted(findings.count, "\(state) finding") + ":"
    return terminal.styled(head, .bold) + "\n"
      + findings.map { DiagnosticText.of($0, for: terminal) }.joined()
  }

  /// The outcome in one line.
  private var summary: String {
    let errors = newFindings.count { $0.severity == .error }
    let warnings = newFindings.count { $0.severity == .warning }
    return "\(remaining) of \(FindingReport.counted(plugins, "plugin")) remaining: "
      + "\(FindingReport.counted(errors, "new error")), "
      + "\(FindingReport.counted(warnings, "new warning")), "
      + "\(FindingReport.counted(absentFindings.count, "absent finding"))"
  }
}
