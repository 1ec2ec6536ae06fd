import CleanseCrypto
import PluginFiles
import PluginMetadata
import PluginTrust
import CleanseGraph
import CleanseSupport
import Glibc

extension GraphDocument {
  /// The most that a file may have: far more than the graph of the largest application takes.
  static let limit = 256 << 20

  /// How deep components may lie in each other: what each looks for it may find in all of those around it.
  static let depthLimit = 1_000

  /// Reads documents, several at a time.
  ///
  /// - Parameter paths: Files, and directories, of which all files are taken whose name ends in `.json`.
  /// - Returns: The documents in the order of the paths, those of a directory in that of their names.
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
    let names: [[UInt8]]
    do throws(PluginHostError) {
      names = try PluginDirectory.entryNames(of: path)
    } catch {
      throw DocumentError(path: path, message: error.diagnostic.message)
    }
    let files = names.filter { $0.suffix(5).elementsEqual(".json".utf8) }
      .sorted { $0.lexicographicallyPrecedes($1) }
      .map { "\(path)/\(String(decoding: $0, as: UTF8.self))" }
    guard files.isEmpty else { return files }
    throw DocumentError(
      path: path, message: "there is no graph document in \(path)",
      fix: "`host fragment --output DIR PLUGIN…` writes some", isMissing: true)
  }

  /// - Throws: When there is something else than a fragment of the plugin.
  private static func checkReplaceable(
    _ path: String, byFragmentOf file: String
  ) throws(DocumentError) {
    var status = stat()
    // What can't even be looked at is what writing reports.
    guard unsafe lstat(path, &status) == 0 else { return }
    let known: GraphDocument
    do throws(DocumentError) {
      known = try GraphDocument(contentsOf: path)
    } catch {
      throw DocumentError(
        path: path, message: "\(path) is there already, and can't be read as a fragment",
        fix: "name another directory, or remove this file")
    }
    guard let other = known.plugins.first?.file, other == file else {
      throw DocumentError(
        path: path,
        message:
          "\(path) is the fragment of \(known.plugins.first?.file ?? "no plugin"), and not of \(file)",
        fix: "name another directory, or remove this fragment")
    }
  }

  /// Writes the document of a single plugin in one step into a file of the directory that has the plugin's
  /// identifier for its name.
  ///
  /// - Returns: The file's path.
  /// - Throws: When it can't be written, or when it is there and holds another plugin, whose
  ///   fragment would be lost.
  public func write(into directory: String) throws(DocumentError) -> String {
    let file = plugins.first?.file ?? ""
    let name =
      plugins.first?.description?.manifest.identifier
      ?? file.split(separator: "/").last.map(String.init) ?? "graph"
    let path = "\(directory)/\(Self.fileName(of: name))"
    try Self.checkReplaceable(path, byFragmentOf: file)
    try DocumentFile.replace(path, with: contents(of: path))
    return path
  }

  /// The name with `.json` behind it. What would be longer than the 255 bytes that file systems take is cut, and
  /// keeps its own by a part of the name's digest.
  private static func fileName(of name: String) -> String {
    let whole = "\(name).json"
    guard whole.utf8.count > 255 else { return whole }
    var start = name
    while start.utf8.count > 200 { start.unicodeScalars.removeLast() }
    return "\(start)-\(ContentDigest(of: name.utf8).digits.prefix(16)).json"
  }

  /// The bytes of a file with the document, which were read back.
  ///
  /// - Parameter path: Where they are to be written, for errors.
  package func contents(of path: String) throws(DocumentError) -> [UInt8] {
    let bytes: [UInt8]
    do {
      bytes = try json()
    } catch {
      throw DocumentError(path: path, message: "can't write to \(path): \(error)")
    }
    guard bytes.count <= Self.limit else {
      throw DocumentError(
        path: path,
        message: "can't write to \(path): it would have \(bytes.count) bytes; "
          + "no more than \(Self.limit) are read")
    }
    do throws(GraphDocumentDefect) {
      _ = try GraphDocument(json: bytes)
    } catch {
      throw DocumentError(
        path: path, message: "can't write to \(path): no host could read what \(error.predicate)")
    }
    return bytes
  }
}
