import CleanseCrypto
package import CleansePluginFiles
import CleansePluginLoading
package import CleansePluginMetadata
public import CleanseGraph
import CleanseSupport

/// A graph and its plugins, as stored in a file. A document describes a whole directory, or a single plugin: a
/// *fragment*. Documents are linked into one graph without access to the plugins.
///
/// `Documentation/GraphFormat.md` describes the schema.
public struct GraphDocument: Sendable {
  /// The name and version of the schema. The version increases when the meaning of an existing member changes, and
  /// not when a member is added.
  public static let schema = "cleanse-graph/1"

  /// A plugin, or a file that should be one, with the results of its inspection.
  struct Plugin: Hashable, Sendable {
    var file: String
    /// The contents of the plugin's note; nil if the note can't be read.
    var description: PluginDescription?
    var digest: ContentDigest?
    var isRejected: Bool
    var findings: [Diagnostic]
    /// The bindings that are not in the graph, since the plugin was rejected.
    var wouldBind: [BindingGraph.Dropped]
  }

  /// The file that the document was read from; nil for a document that was not read.
  public internal(set) var path: String?
  var plugins: [Plugin]
  /// The host that inspected the plugins; nil if it is not known.
  package internal(set) var host: HostDescription?
  var part: Declarations
  /// The table of the keys of a document that was read.
  var keys: NamedKeyTable?
  /// The keys of types that the plugins of the document define.
  var ownKeys: [Key] = []
  /// The findings of contributed validators; nil if these did not run.
  var contributed: [Diagnostic]?

  /// The findings about the plugins.
  public var findings: [Diagnostic] { plugins.flatMap(\.findings) }

  /// The manifests of the plugins that can be used.
  package var manifests: [PluginManifest] {
    plugins.filter { !$0.isRejected }.compactMap(\.description?.manifest)
  }

  /// The identifiers of the plugins that contribute to the graph, in order.
  var contributors: [String] {
    plugins.filter { !$0.isRejected }.compactMap(\.description?.manifest.identifier)
  }
}

extension GraphDocument {
  /// Creates the document of a combined graph.
  public init(_ combined: CombinedGraph) {
    self.init(combined, host: nil)
  }

  /// - Parameter host: The host that inspected the plugins, if its files were inspected.
  package init(_ combined: CombinedGraph, host: HostDescription?) {
    self.init(
      plugins: combined.inspections.compactMap(Plugin.init), host: host,
      part: combined.graph.declarations,
      ownKeys: Self.ownKeys(of: combined.inspections, in: combined.graph),
      contributed: combined.contributed)
  }

  /// Creates the document of a single plugin, or of a file that should be one.
  ///
  /// - Parameter graph: The graph of the application with only this plugin, or without plugins.
  /// - Returns: Nil for a file that does not claim to be a plugin.
  init?(_ inspection: PluginInspection, _ graph: BindingGraph) {
    guard let plugin = Plugin(inspection) else { return nil }
    self.init(
      plugins: [plugin], host: HostDescription([inspection]), part: graph.declarations,
      ownKeys: Self.ownKeys(of: [inspection], in: graph))
  }

  private static func ownKeys(
    of inspections: [PluginInspection], in graph: BindingGraph
  ) -> [Key] {
    let descriptors = inspections.filter { $0.usable != nil }.flatMap {
      $0.linkage?.descriptors ?? []
    }
    let keys = graph.bindings.flatMap { binding in
      [binding.key] + binding.requests.flatMap(\.keys)
    }
    .distinct()
    return OwnTypes(descriptors: descriptors).keys(among: keys)
  }
}

extension GraphDocument.Plugin {
  /// - Returns: Nil for a file that does not claim to be a plugin.
  init?(_ inspection: PluginInspection) {
    if case .notAPlugin = inspection.outcome { return nil }
    self.init(
      file: inspection.file.path, description: inspection.description, digest: inspection.digest,
      isRejected: inspection.usable == nil, findings: inspection.diagnostics,
      wouldBind: inspection.wouldBind)
  }

  /// The inspection of the plugin, without access to the file.
  var inspection: PluginInspection {
    let outcome: PluginInspection.Outcome
    if let description, !isRejected {
      outcome = .plugin(description)
    } else {
      outcome = .rejected(description)
    }
    return PluginInspection(
      file: PluginFile(path: file), outcome: outcome, diagnostics: findings,
      digest: digest.map { .known($0) } ?? .missing,
      wouldBind: wouldBind)
  }
}
