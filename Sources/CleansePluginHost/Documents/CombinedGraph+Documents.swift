import CleanseSupport
public import CleanseGraphAnalysis
import CleansePluginFiles
import CleansePluginLoading
import CleansePluginMetadata
import CleansePluginTrust
public import CleanseGraph

extension CombinedGraph {
  /// Links documents into one graph, and validates it, without access to the plugins.
  ///
  /// The plugins are ordered by the names of their files, whatever the order of the documents. Those of a single
  /// document keep their order.
  ///
  /// - Parameters:
  ///   - documents: At least one, all of the same application.
  ///   - judgement: How the findings are judged.
  ///   - serviceLoader: The validators of the application.
  /// - Throws: A ``DocumentError`` if the documents don't belong together.
  public init(
    linking documents: consuming [GraphDocument], judgement: Judgement = Judgement(),
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
        plugins.map { $0.plugin.inspection.judged(by: judgement) }))
    let contributors = zip(plugins, inspections).compactMap { plugin, inspection in
      inspection.usable.map {
        DeclarationMerger.Contributor(part: plugin.part, origin: $0.manifest.identifier)
      }
    }
    // The findings of contributed validators are valid only for the graph that they checked.
    let isComplete =
      documents.count == 1
      && zip(plugins, inspections).allSatisfy { $0.plugin.isRejected == ($1.usable == nil) }
    let contributed = isComplete ? documents.first?.contributed : nil
    let parts = GraphDocument.parts(of: documents)
    // Frees the documents, of which there can be many: the parts have their contents.
    documents = []
    self.init(
      inspections, BindingGraph(merging: parts, contributors),
      contributed.map { .found($0) } ?? .notRun, judgement: judgement,
      serviceLoader: serviceLoader)
  }

  /// Checks that all documents are of the same version of the same application.
  private static func checkApplication(of documents: [GraphDocument]) throws(DocumentError) {
    guard let first = documents.first else {
      throw DocumentError(path: "", message: "no graph document to link")
    }
    for document in documents.dropFirst()
    where !document.part.isOfSameApplication(as: first.part) {
      let other = document.part.components[0].name
      let name = first.part.components[0].name
      let (path, firstPath) = (document.path ?? "one document", first.path ?? "another document")
      throw DocumentError(
        path: path,
        message: other == name
          ? "\(path) and \(firstPath) describe different versions of \(name)"
          : "\(path) describes \(other), but \(firstPath) describes \(name)",
        fix: "write all of them with the same version of the same program")
    }
  }
}

extension GraphDocument.Plugin {
  fileprivate var fileName: String { FilePath(file).name.text }

  fileprivate var identifier: String { description?.manifest.identifier ?? "" }
}
