import GraphAnalysis
import GraphRendering
import CleanseGraph

/// What `host without` tells: what would be missing if plugins were not there.
struct WithoutReport: JSONDocument {
  /// A plugin that would not be there.
  struct Gone: Encodable, Sendable {
    let plugin: String
    /// The plugin that it requires, and in which versions; nothing for one that was named.
    let requires: String?
  }

  let schema = "cleanse-without/1"
  /// Those that were named, then those that require one of them.
  let gone: [Gone]
  /// How many plugins can be used, and how many of them are left.
  let plugins: Int
  let left: Int
  /// What the others lose.
  let losses: [Loss]
  /// Findings that are there without the plugins, and not with them.
  let come: [Diagnostic]
  /// Findings that are there with the plugins, and not without them.
  let go: [Diagnostic]

  /// - Parameters:
  ///   - named: The plugins that would not be there.
  ///   - tree: All that can be used.
  ///   - before: The graph with them and what is wrong with it.
  ///   - after: The same without them and those that require them.
  init(
    _ named: [String], among tree: RequirementTree,
    from before: (graph: BindingGraph, findings: [Diagnostic]),
    to after: (graph: BindingGraph, findings: [Diagnostic])
  ) {
    let dragged = tree.dependents(of: named)
    gone =
      named.map { Gone(plugin: $0, requires: nil) }
      + dragged.map {
        Gone(
          plugin: $0.identifier, requires: "\($0.requirement.identifier) \($0.requirement.versions)"
        )
      }
    let identifiers = Set(gone.map(\.plugin))
    plugins = tree.plugins.count
    left = tree.plugins.count { !identifiers.contains($0) }
    losses = Loss.all(without: identifiers, from: before.graph, to: after.graph)
    come = Self.findings(of: after, besides: before)
    go = Self.findings(of: before, besides: after)
  }

  private static func findings(
    of side: (graph: BindingGraph, findings: [Diagnostic]),
    besides other: (graph: BindingGraph, findings: [Diagnostic])
  ) -> [Diagnostic] {
    let known = Set(FindingIdentity.all(of: other.findings, in: other.graph))
    return zip(side.findings, FindingIdentity.all(of: side.findings, in: side.graph))
      .filter { !known.contains($1) }.map { $0.0.abbreviated }
  }

  var status: ExitStatus {
    come.contains { $0.severity == .error } ? .findings : .success
  }

  private enum CodingKeys: String, CodingKey {
    case schema, gone, plugins, left, losses
    case come = "newFindings"
    case go = "absentFindings"
  }
}

extension WithoutReport {
  /// Who goes, what the others lose, which findings come and go, and a summary.
  func text(for terminal: Terminal) -> String {
    let parts = [
      goneTable.text(for: terminal), losses.isEmpty ? "" : lossTable.text(for: terminal),
      Self.text(of: come, "comes", "come", terminal), Self.text(of: go, "goes", "go", terminal),
      summary + "\n",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var goneTable: TextTable {
    var table = TextTable(columns: [.init("WITHOUT"), .init("BECAUSE", isFlexible: true)])
    table.rows = gone.map { gone in
      [.init(gone.plugin, .bold), .init(gone.requires.map { "it requires \($0)" } ?? "named")]
    }
    return table
  }

  private var lossTable: TextTable {
    var table = TextTable(columns: [
      .init("LOST", isFlexible: true), .init("WHAT IS LEFT", isFlexible: true),
      .init("WHO ASKS", isFlexible: true),
    ])
    table.rows = losses.map { loss in
      [
        .init(loss.key), .init(loss.phrase, loss.outcome == .missing ? .red : nil),
        .init(
          loss.dependents.isEmpty
            ? "\(loss.component), whose root it is" : BindingReference.owners(loss.dependents)),
      ]
    }
    return table
  }

  private static func text(
    of findings: [Diagnostic], _ singular: String, _ plural: String, _ terminal: Terminal
  ) -> String {
    guard !findings.isEmpty else { return "" }
    let head =
      findings.count == 1 ? "1 finding \(singular):" : "\(findings.count) findings \(plural):"
    return terminal.styled(head, .bold) + "\n"
      + findings.map { DiagnosticText.of($0, for: terminal) }.joined()
  }

  /// The outcome in one line.
  private var summary: String {
    let errors = come.count { $0.severity == .error }
    let warnings = come.count { $0.severity == .warning }
    return "\(left) of \(ValidateReport.counted(plugins, "plugin")) left: "
      + "\(ValidateReport.counted(errors, "error")) and "
      + "\(ValidateReport.counted(warnings, "warning")) more, "
      + "\(ValidateReport.counted(go.count, "finding")) less"
  }
}
