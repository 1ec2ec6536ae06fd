import PluginFiles
import PluginLoading
import PluginMetadata
import PluginTrust
public import CleanseGraph

extension CombinedGraph {
  /// Links documents into one graph, and validates it. No plugin is at hand.
  ///
  /// The plugins come in the order of their files' names, whatever the order of the documents is; those of a
  /// single document stay as they are.
  ///
  /// - Parameters:
  ///   - documents: At least one, all of the same application.
  ///   - levels: How findings are taken that are to be taken other than they come.
  ///   - serviceLoader: Validators of the application.
  /// - Throws: When the documents don't belong together.
  public init(
    linking documents: consuming [GraphDocument], levels: FindingLevels = FindingLevels(),
    serviceLoader: CleanseServiceLoader = CleanseServiceLoader()
  ) throws(DocumentError) {
    try Self.checkApplication(of: documents)
    var plugins = documents.enumerated().flatMap { number, document in
      document.plugins.map { (part: number, plugin: $0) }
    }
    if documents.count > 1 {
      plugins.sort {
        ($0.plugin.fileName, $0.plugin.identifier, $0.part)
          < ($1.plugin.fileName, $1.plugin.identifier, $1.part)
      }
    }
    let inspections = RequirementValidator.validate(
      DuplicateIdentifierValidator.validate(
        plugins.map { $0.plugin.inspection.taking(levels) }))
    let contributors = zip(plugins, inspections).compactMap { plugin, inspection in
      inspection.usable.map {
        DeclarationMerger.Contributor(part: plugin.part, origin: $0.manifest.identifier)
      }
    }
    // What the validators of plugins found says something about the graph that they looked at.
    let isComplete =
      documents.count == 1
      && zip(plugins, inspections).allSatisfy { $0.plugin.isRejected == ($1.usable == nil) }
    let contributed = isComplete ? documents.first?.contributed : nil
    let parts = GraphDocument.parts(of: documents)
    // There can be many, and what was in them is in the parts.
    documents = []
    self.init(
      inspections, BindingGraph(merging: parts, contributors),
      contributed.map { .found($0) } ?? .notRun, severities: levels.severities,
      serviceLoader: serviceLoader)
  }

  /// Whether all documents are of one application, in the same version.
  private static func checkApplication(of documents: [GraphDocument]) throws(DocumentError) {
    guard let first = documents.first else {
      throw DocumentError(path: "", message: "there is no graph document to link")
    }
    for document in documents.dropFirst()
    where !document.part.isOfSameApplication(as: first.part) {
      let other = document.part.components[0].name
      let name = first.part.components[0].name
      let (path, firstPath) = (document.path ?? "one document", first.path ?? "another one")
      throw DocumentError(
        path: path,
        message: other == name
          ? "\(path) and \(firstPath) are of different versions of \(name)"
          : "\(path) is of \(other), and \(firstPath) of \(name)",
        fix: "write all of them with one version of one program")
    }
  }
}

extension GraphDocument.Plugin {
  fileprivate var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }

  fileprivate var identifier: String { description?.manifest.identifier ?? "" }
}
