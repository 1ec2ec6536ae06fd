import CleanseCrypto
import PluginFiles
import PluginLoading
internal import PluginMetadata
public import CleanseGraph

/// A graph with what is known of its plugins, as a file has it: of a whole directory, or of a single plugin,
/// which is a *fragment*. Documents are linked into one graph without any plugin at hand.
///
/// `Documentation/GraphFormat.md` describes the schema.
public struct GraphDocument: Sendable {
  /// The name and version of the shape. The version grows when something that exists changes its meaning; a
  /// new key leaves it as it is.
  public static let schema = "cleanse-graph/1"

  /// A plugin, or a file that should be one, and what was found out about it.
  struct Plugin: Hashable, Sendable {
    var file: String
    /// What the plugin says of itself; nothing where its note can't be read.
    var description: PluginDescription?
    var digest: ContentDigest?
    var isRejected: Bool
    var findings: [Diagnostic]
    /// What it would bind that was rejected.
    var wouldBind: [BindingGraph.Dropped]
  }

  /// The file that it was read from.
  public internal(set) var path: String?
  var plugins: [Plugin]
  var part: Declarations
  /// The table of the keys of a document that was read.
  var keys: NamedKeyTable?
  /// The keys of types that plugins of the document define themselves.
  var ownKeys: [Key] = []
  /// What the validators found that plugins contribute; nothing where they did not look at the graph.
  var contributed: [Diagnostic]?

  /// What is wrong with the plugins.
  public var findings: [Diagnostic] { plugins.flatMap(\.findings) }

  /// Whoever contributes to the graph, in order.
  var contributors: [String] {
    plugins.filter { !$0.isRejected }.compactMap(\.description?.manifest.identifier)
  }
}

extension GraphDocument {
  /// The document of a combined graph.
  public init(_ combined: CombinedGraph) {
    self.init(
      plugins: combined.inspections.compactMap(Plugin.init), part: combined.graph.declarations,
      ownKeys: Self.ownKeys(of: combined.inspections, in: combined.graph),
      contributed: combined.contributed)
  }

  /// The document of a single plugin, or of a file that is to be one.
  ///
  /// - Parameter graph: That of the application with this plugin alone, or without any.
  init?(_ inspection: PluginInspection, _ graph: BindingGraph) {
    guard let plugin = Plugin(inspection) else { return nil }
    self.init(
      plugins: [plugin], part: graph.declarations,
      ownKeys: Self.ownKeys(of: [inspection], in: graph))
  }

  private static func ownKeys(
    of inspections: [PluginInspection], in graph: BindingGraph
  ) -> [Key] {
    let descriptors = inspections.filter { $0.usable != nil }.flatMap {
      $0.linkage?.descriptors ?? []
    }
    var seen: Set<Key> = []
    let keys = graph.bindings.flatMap { binding in
      [binding.key] + binding.requests.flatMap { [$0.key, $0.alternative?.key].compactMap(\.self) }
    }
    .filter { seen.insert($0).inserted }
    return OwnTypes(descriptors: descriptors).keys(among: keys)
  }
}

extension GraphDocument.Plugin {
  /// - Returns: Nothing for a file that does not claim to be a plugin.
  init?(_ inspection: PluginInspection) {
    if case .notAPlugin = inspection.verdict { return nil }
    self.init(
      file: inspection.file.path, description: inspection.description, digest: inspection.digest,
      isRejected: inspection.usable == nil, findings: inspection.diagnostics,
      wouldBind: inspection.wouldBind)
  }

  /// What the host knows of it, without the file at hand.
  var inspection: PluginInspection {
    let verdict: PluginInspection.Verdict
    if let description, !isRejected {
      verdict = .plugin(description)
    } else {
      verdict = .rejected(description)
    }
    return PluginInspection(
      file: PluginFile(path: file), verdict: verdict, diagnostics: findings, digest: digest,
      wouldBind: wouldBind)
  }
}
