import CleanseGraph

/// A binding, as a report names it that tells of others: whose it is and where it stands.
struct BindingMention: Encodable, Hashable, Sendable {
  /// What it answers to.
  let key: String
  /// The plugin that brought it; nothing for the application.
  let plugin: String?
  let location: SourceLocation?
  /// The chain of modules that declared it.
  let modules: [String]
  /// The component that it belongs to.
  let component: String

  init(_ binding: Binding, in graph: BindingGraph) {
    key = binding.key.description
    plugin = binding.provenance.origin
    location = binding.location
    modules = binding.provenance.modules
    component = graph.components[binding.component].name
  }

  var pluginCell: TextTable.Cell { Self.cell(of: plugin) }

  var locationCell: TextTable.Cell { .init(location?.description ?? "-") }

  /// Whose it is and where, as a part of a sentence.
  var phrase: String {
    Self.owner(plugin) + (location.map { " at \($0)" } ?? "")
  }

  /// Who brings bindings, as a table shows it.
  static func cell(of plugin: String?) -> TextTable.Cell {
    .init(owner(plugin), plugin == nil ? .dim : nil)
  }

  /// What to call who brings bindings.
  static func owner(_ plugin: String?) -> String { plugin ?? "the application" }

  /// More than so many are counted.
  private static let listed = 4

  /// Who brings bindings, each once, in their order.
  static func owners(_ mentions: [BindingMention]) -> String {
    var seen: Set<String> = []
    let owners = mentions.map { owner($0.plugin) }.filter { seen.insert($0).inserted }
    let rest = owners.count - listed
    return owners.prefix(listed).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
