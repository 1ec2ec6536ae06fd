import CleansePluginFiles
import CleansePluginLoading
internal import CleansePluginMetadata
import CleanseGraph

/// Compares what a plugin contributes with what its manifest declares.
struct Contributions {
  let findings: [Diagnostic]

  init(of plugin: PluginDescription, in graph: BindingGraph) {
    let own = graph.bindings.filter { $0.provenance.origin == plugin.manifest.identifier }
    guard !own.isEmpty else {
      findings = [.registersNothing(plugin)]
      return
    }
    let declared = plugin.manifest.contributes
    let registered = own.filter { $0.kind == .contribution }
    // A collection that the plugin declares itself is not an extension point of another part.
    let ownCollections = Set(own.filter { $0.kind == .declaration }.map(\.key))
    var findings: [Diagnostic] = []
    var reported: Set<String> = []
    for binding in registered where !ownCollections.contains(binding.key) {
      guard let name = binding.key.extensionPoint, !declared.contains(name),
        reported.insert(name).inserted
      else { continue }
      findings.append(.undeclaredContribution(plugin, name, binding))
    }
    // The plugin that bridges a C function table to a Swift type may be absent, so its element is unknown.
    guard !registered.contains(where: { Self.isCPointer($0.key) }) else {
      self.findings = findings
      return
    }
    let names = Set(registered.compactMap { $0.key.extensionPoint })
    findings += declared.filter { !names.contains($0) }.map {
      .missingContribution(plugin, $0)
    }
    self.findings = findings
  }

  /// Whether the collection holds C pointers that no bridge converts.
  private static func isCPointer(_ collection: Key) -> Bool {
    collection.type.hasSuffix(" *[]")
  }
}
