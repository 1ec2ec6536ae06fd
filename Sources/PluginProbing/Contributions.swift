import PluginFiles
internal import PluginMetadata
import CleanseGraph

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
    // A collection that the plugin declares itself is no extension point of anybody else.
    let ownCollections = Set(own.filter { $0.kind == .declaration }.map(\.key))
    var findings: [Diagnostic] = []
    var told: Set<String> = []
    for binding in registered where !ownCollections.contains(binding.key) {
      guard let name = Self.extensionPoint(of: binding.key), !declared.contains(name),
        told.insert(name).inserted
      else { continue }
      findings.append(.undeclaredContribution(plugin, name, binding))
    }
    // What a table of C functions is in Swift, a plugin may tell that is not here.
    guard !registered.contains(where: { Self.isPointerOfC($0.key) }) else {
      self.findings = findings
      return
    }
    let names = Set(registered.compactMap { Self.extensionPoint(of: $0.key) })
    findings += declared.filter { !names.contains($0) }.map {
      .missingContribution(plugin, $0)
    }
    self.findings = findings
  }

  /// Whether the collection is one of pointers that no bridge makes anything else of.
  private static func isPointerOfC(_ collection: Key) -> Bool {
    collection.type.hasSuffix(" *[]")
  }

  /// The extension point's name as a manifest has it: that of the collection's element, without its
  /// module, its parameters and `any`. Nothing for one that has no single name, such as a function,
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

  /// What a collection of that name is of; of a dictionary, the values.
  private static func element(of collection: String) -> Substring {
    if collection.hasPrefix("Set<") { return collection.dropFirst(4).dropLast() }
    guard collection.hasPrefix("[") else { return collection[...] }
    let inside = collection.dropFirst().dropLast()
    var depth = 0
    for place in inside.indices {
      switch inside[place] {
      case "[", "(", "<": depth += 1
      case "]", ")", ">": depth -= 1
      case ":" where depth == 0: return inside[place...].dropFirst(2)
      default: break
      }
    }
    return inside
  }
}
