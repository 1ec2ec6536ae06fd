import CleansePluginFiles
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
      guard let name = Self.extensionPoint(of: binding.key), !declared.contains(name),
        reported.insert(name).inserted
      else { continue }
      findings.append(.undeclaredContribution(plugin, name, binding))
    }
    // The plugin that bridges a C function table to a Swift type may be absent, so its element is unknown.
    guard !registered.contains(where: { Self.isCPointer($0.key) }) else {
      self.findings = findings
      return
    }
    let names = Set(registered.compactMap { Self.extensionPoint(of: $0.key) })
    findings += declared.filter { !names.contains($0) }.map {
      .missingContribution(plugin, $0)
    }
    self.findings = findings
  }

  /// Whether the collection holds C pointers that no bridge converts.
  private static func isCPointer(_ collection: Key) -> Bool {
    collection.type.hasSuffix(" *[]")
  }

  /// The extension point's name as a manifest spells it: the name of the collection's element, without its
  /// module, its parameters and `any`. Nil for an element that has no single name, such as a function,
  /// which no manifest can declare.
  static func extensionPoint(of key: Key) -> String? {
    var name = element(of: key.typeName)
    if name.hasPrefix("any ") { name = name.dropFirst(4) }
    var depth = 0
    var plain = ""
    for character in name {
      if character == "<" { depth += 1 }
      if depth == 0 { plain.append(character) }
      if character == ">" { depth -= 1 }
    }
    let isName = plain.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "." }
    return isName ? plain.split(separator: ".").last.map(String.init) : nil
  }

  /// The element type of a collection type; for a dictionary, the type of its values.
  private static func element(of collection: String) -> Substring {
    if collection.hasPrefix("Set<") { return collection.dropFirst(4).dropLast() }
    guard collection.hasPrefix("[") else { return collection[...] }
    let inside = collection.dropFirst().dropLast()
    var depth = 0
    for index in inside.indices {
      switch inside[index] {
      case "[", "(", "<": depth += 1
      case "]", ")", ">": depth -= 1
      case ":" where depth == 0: return inside[index...].dropFirst(2)
      default: break
      }
    }
    return inside
  }
}
