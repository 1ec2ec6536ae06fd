public import CleansePluginMetadata
internal import CleanseSupport
internal import FoundationEssentials

/// What the operator of a host, or the application itself, allows plugins while they are only checked, beyond what every plugin
/// may.
public struct SandboxGrants: Hashable, Sendable, Codable {
  /// What every plugin may.
  public var all: SystemAccess
  /// What single plugins may in addition, by identifier.
  public var plugins: [String: SystemAccess]

  /// Creates grants; without arguments, of nothing.
  public init(all: SystemAccess = SystemAccess(), plugins: [String: SystemAccess] = [:]) {
    (self.all, self.plugins) = (all, plugins)
  }

  /// What a process may that loads these plugins. Each of them has what any of them was granted, because a process is confined
  /// as a whole.
  public func access(of identifiers: some Sequence<String>) -> SystemAccess {
    identifiers.compactMap { plugins[$0] }.reduce(all) { $0.union($1) }
  }

  /// The grants, where plugins also have what their former identifiers were granted.
  package func applied(to inspections: [PluginInspection]) -> SandboxGrants {
    var grants = self
    for inspection in inspections {
      guard let identifier = inspection.settingIdentifiers.first else { continue }
      for access in inspection.formerIdentifiers.compactMap({ plugins[$0] }) {
        grants.plugins[identifier] = (grants.plugins[identifier] ?? SystemAccess()).union(access)
      }
    }
    return grants
  }

  /// The text of a policy file that grants an access to a plugin.
  package static func json(of access: SystemAccess, for plugin: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // An error can't occur: all of it are texts, numbers and a Boolean.
    let json = try? encoder.encode(["plugins": [plugin: ["sandbox": access]]])
    return json.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
