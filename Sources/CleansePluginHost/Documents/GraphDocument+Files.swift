public import CleanseGraphAnalysis
import CleanseCrypto
import CleansePluginFiles
import CleansePluginMetadata
import CleansePluginTrust
import CleanseGraph
import CleanseSupport

extension GraphDocument {
  /// The largest file that is read, in bytes: far more than the graph of the largest application takes.
  static let limit = 256 << 20

  /// The greatest depth of nested components. A lookup may have to search all ancestors of a component.
  static let depthLimit = 1_000

  /// Reads documents in parallel.
  ///
  /// - Parameter paths: Files and directories. All files of a directory whose names end in `.json` are read.
  /// - Returns: The documents in the order of the paths, those of a directory by file name.
  /// - Throws: The first error in that order.
  public static func read(_ paths: [String]) throws(DocumentError) -> [GraphDocument] {
    var files: [String] = []
    for path in paths { files += try Self.files(at: path) }
    let keys = NamedKeyTable()
    let results = files.parallelMap { path -> Result<GraphDocument, DocumentError> in
      do throws(DocumentError) {
        return .success(try GraphDocument(contentsOf: path, keys))
      } catch {
        return .failure(error)
      }
    }
    var documents: [GraphDocument] = []
    documents.reserveCapacity(results.count)
    for result in results { documents.append(try result.get()) }
    return documents
  }

  /// Reads a document.
  public init(contentsOf path: String) throws(DocumentError) {
    try self.init(contentsOf: path, NamedKeyTable())
  }

  private init(contentsOf path: String, _ keys: NamedKeyTable) throws(DocumentError) {
    let bytes = try DocumentFile.read(path, limit: Self.limit)
    do throws(GraphDocumentDefect) {
      try self.init(json: bytes, keys: keys)
    } catch {
      throw DocumentError(
        path: path, message: "\(path) \(error.predicate)", fix: error.fix)
    }
    self.path = path
  }

  private static func files(at path: String) throws(DocumentError) -> [String] {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return [path]
    }
    let names = try translating(PluginDirectory.entries(of: path)) { (error: PluginHostError) in
      DocumentError(path: path, message: error.diagnostic.message)
    }
    let files = names.filter { $0.hasSuffix(".json") }.sorted()
      .map { FilePath(path).appending($0).text }
    guard files.isEmpty else { return files }
    throw DocumentError(
      path: path, message: "no graph document in \(path)",
      fix: "write fragments: `host fragment --output DIR PLUGIN…`", isMissing: true)
  }

  /// - Throws: A ``DocumentError`` if the file exists and is not a fragment of the plugin.
  private static func checkReplaceable(
    _ path: String, byFragmentOf file: String
  ) throws(DocumentError) {
    var status = stat()
    // If the file can't be accessed, writing it reports the error.
    guard unsafe lstat(path, &status) == 0 else { return }
    let known = try translating(GraphDocument(contentsOf: path)) { (error: DocumentError) in
      DocumentError(
        path: path, message: "\(path) already exists, but can't be read as a fragment",
        fix: "specify another directory, or remove this file")
    }
    guard let other = known.plugins.first?.file, FilePath(other) == FilePath(file) else {
      throw DocumentError(
        path: path,
        message:
          "\(path) is the fragment of \(known.plugins.first?.file ?? "no plugin"), not of \(file)",
        fix: "specify another directory, or remove this fragment")
    }
  }

  /// Writes the document of a single plugin atomically into a file of the directory that is named after the
  /// plugin's identifier.
  ///
  /// - Returns: The path of the file.
  /// - Throws: A ``DocumentError`` if the file can't be written, or if it exists with the fragment of another
  ///   plugin, which would be lost.
  public func write(into directory: String) throws(DocumentError) -> String {
    let file = plugins.first?.file ?? ""
    let name =
      plugins.first?.description?.manifest.identifier
      ?? FilePath(file).lastComponent?.text ?? "graph"
    let path = FilePath(directory).appending(Self.fileName(of: name)).text
    try Self.checkReplaceable(path, byFragmentOf: file)
    try DocumentFile.replace(path, with: contents(of: path))
    return path
  }

  /// The name, followed by `.json`. A name of more than the 255 bytes that file systems allow is truncated, and
  /// made unique with a part of its digest.
  private static func fileName(of name: String) -> String {
    let whole = "\(name).json"
    guard whole.utf8.count > 255 else { return whole }
    var start = name
    while start.utf8.count > 200 { start.unicodeScalars.removeLast() }
    return "\(start)-\(ContentDigest(of: name.utf8).digits.prefix(16)).json"
  }

  /// Returns the bytes of a file with the document, after verifying that they can be read back.
  ///
  /// - Parameter path: The path of the file, for errors.
  package func contents(of path: String) throws(DocumentError) -> [UInt8] {
    let bytes = try translating(json()) { (error: any Error) in
      DocumentError(path: path, message: "can't write to \(path): \(error)")
    }
    guard bytes.count <= Self.limit else {
      throw DocumentError(
        path: path,
        message: "can't write to \(path): it would have \(bytes.count) bytes, "
          + "more than the \(Self.limit) that can be read")
    }
    do throws(GraphDocumentDefect) {
      _ = try GraphDocument(json: bytes)
    } catch {
      throw DocumentError(
        path: path,
        message: "can't write to \(path): no host could read it, as it \(error.predicate)")
    }
    return bytes
  }
}
