import CleansePluginHost

/// An application that writes graphs to files, and links them.
enum GraphDocumentExample {
  // guide: graph-documents
  /// Writes one file for each plugin; none is loaded into the application.
  static func writeFragments(
    ofPluginsIn directory: String, to folder: String, through probe: PluginProbe
  ) throws {
    for fragment in try PluginHost(directories: [directory]).fragments(through: probe) {
      _ = try fragment.write(into: folder)
    }
  }

  /// Links the documents of a folder, or a single one, and validates the combined graph.
  static func link(_ path: String) throws -> CombinedGraph {
    try CombinedGraph(linking: GraphDocument.read([path]))
  }

  /// A combined graph as the bytes of a graph document.
  static func json(of combined: CombinedGraph) throws -> [UInt8] {
    try GraphDocument(combined).json()
  }
  // guide: end
}
