public import CleanseGraph

/// A reference to a binding in a report: its key, its owner and its location.
public struct BindingReference: Encodable, Hashable, Sendable {
  /// The key of the binding.
  public let key: String
  /// The plugin that declares it; nil for the application.
  public let plugin: String?
  /// The source location of the call that completed the binding.
  public let location: SourceLocation?
  /// The modules that led to it, outermost first.
  public let modules: [String]
  /// The component that it belongs to.
  public let component: String

  package init(_ binding: Binding, in graph: BindingGraph) {
    key = binding.key.description
    plugin = binding.provenance.origin
    location = binding.location
    modules = binding.provenance.modules
    component = graph[binding.component].name
  }

  /// The owner and the location, as part of a sentence.
  public var phrase: String {
    Self.owner(plugin) + (location.map { " at \($0)" } ?? "")
  }

  /// The display name of an owner of bindings.
  public static func owner(_ plugin: String?) -> String { plugin ?? "the application" }

  /// The number of owners that are listed; further ones are counted.
  private static let listed = 4

  /// Returns the owners of the bindings, each once, in order.
  public static func owners(_ references: [BindingReference]) -> String {
    owners(of: references.lazy.map(\.plugin))
  }

  /// Returns the plugins, each once, in order; nil is the application.
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
