import CleanseGraph
import CleanseGraphAnalysis
import CleansePluginFiles
import CleansePluginMetadata

/// The extension points that plugins contribute to, as their manifests declare it.
struct DeclaredContributions {
  /// The names of the extension points, by the identifiers of the plugins.
  private let names: [String: Set<String>]

  init(of inspections: [PluginInspection]) {
    names = Dictionary(
      inspections.compactMap { $0.usable?.manifest }.map { ($0.identifier, Set($0.contributes)) },
      uniquingKeysWith: { $0.union($1) })
  }

  /// Returns the findings with warnings about unused contributions as notes, if each of the contributions is declared. The
  /// plugin is then meant for an application with that extension point, and does no harm in this one.
  func accepting(_ findings: [Diagnostic], in graph: BindingGraph) -> [Diagnostic] {
    let candidates = findings.compactMap { contribution(of: $0, in: graph)?.key }
    guard !candidates.isEmpty else { return findings }
    let keys = Set(candidates)
    let contributions = graph.bindings.filter { $0.kind == .contribution && keys.contains($0.key) }
    let undeclared = Set(contributions.filter { !isDeclared($0) }.map(\.key))
    func isAccepted(_ finding: Diagnostic) -> Bool {
      contribution(of: finding, in: graph).map { !undeclared.contains($0.key) } ?? false
    }
    let notes = findings.filter(isAccepted).map { finding in
      var note = finding
      note.severity = .note
      note.fix = "use the plugin with an application that depends on the collection"
      return note
    }
    return findings.filter { !isAccepted($0) } + notes
  }

  /// The contribution that is reported as unused; nil for another finding.
  private func contribution(of finding: Diagnostic, in graph: BindingGraph) -> Binding? {
    guard finding.code == .unusedBinding, finding.severity == .warning,
      let index = finding.subject?.binding
    else { return nil }
    let binding = graph[index]
    return binding.kind == .contribution ? binding : nil
  }

  private func isDeclared(_ contribution: Binding) -> Bool {
    guard let plugin = contribution.provenance.origin, let name = contribution.key.extensionPoint
    else { return false }
    return names[plugin]?.contains(name) ?? false
  }
}

extension Judgement {
  /// Whether a finding reports a type as unused that the application requests without a binding.
  func isUse(_ finding: Diagnostic, in graph: BindingGraph) -> Bool {
    guard !requestedTypes.isEmpty, finding.code == .unusedBinding,
      let binding = finding.subject?.binding
    else { return false }
    let key = graph[binding].key
    return key.tag == nil && requestedTypes.contains(key.type)
  }
}
