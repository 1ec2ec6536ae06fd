public import CleanseGraph

/// A binding, as a report names it that tells of others: whose it is and where it stands.
public struct BindingReference: Encodable, Hashable, Sendable {
  /// What it answers to.
  public let key: String
  /// The plugin that brought it; nothing for the application.
  public let plugin: String?
  /// The line that completed it.
  public let location: SourceLocation?
  /// The chain of modules that declared it.
  public let modules: [String]
  /// The component that it belongs to.
  public let component: String

  package init(_ binding: Binding, in graph: BindingGraph) {
    key = binding.key.description
    plugin = binding.provenance.origin
    location = binding.location
    modules = binding.provenance.modules
    component = graph.components[binding.component].name
  }

  /// Whose it is and where, as a part of a sentence.
  public var phrase: String {
    Self.owner(plugin) + (location.map { " at \($0)" } ?? "")
  }

  /// What to call who brings bindings.
  public static func owner(_ plugin: String?) -> String { plugin ?? "the application" }

  /// More than so many are counted.
  private static let listed = 4

  /// Who brings bindings, each once, in their order.
  public static func owners(_ mentions: [BindingReference]) -> String {
    owners(of: mentions.lazy.map(\.plugin))
  }

  /// The plugins, each once, in their order; nil is the application.
  package static func owners(of plugins: some Sequence<String?>) -> String {
    var seen: Set<String?> = []
    var first: [String] = []
    for plugin in plugins where seen.insert(plugin).inserted && first.count < listed {
      first.append(owner(plugin))
    }
    let rest = seen.count - first.count
    return first.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
