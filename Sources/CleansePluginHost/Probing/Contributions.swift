internal import Cleanse
internal import PluginManifest

/// What a plugin contributes, beside what its manifest says.
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
    var findings: [Diagnostic] = []
    var told: Set<String> = []
    for binding in registered {
      let name = Self.extensionPoint(of: binding.key)
      guard !declared.contains(name), told.insert(name).inserted else { continue }
      findings.append(.undeclaredContribution(plugin, name, binding))
    }
    let names = Set(registered.map { Self.extensionPoint(of: $0.key) })
    findings += declared.filter { !names.contains($0) }.map {
      .missingContribution(plugin, $0)
    }
    self.findings = findings
  }

  /// The extension point's name as a manifest has it: that of the collection's element, without its
  /// module and without `any`.
  static func extensionPoint(of key: Key) -> String {
    var name = key.typeName[...]
    if name.hasPrefix("Set<") {
      name = name.dropFirst(4).dropLast()
    } else if name.hasPrefix("[") {
      name = name.dropFirst().dropLast()
      // Of a dictionary it is the value.
      if let colon = name.firstIndex(of: ":") { name = name[colon...].dropFirst(2) }
    }
    if name.hasPrefix("any ") { name = name.dropFirst(4) }
    let isPlain = name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "." }
    return isPlain ? name.split(separator: ".").last.map(String.init) ?? "" : String(name)
  }
}
