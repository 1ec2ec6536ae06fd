import CleanseFindingReports
import CleansePluginMetadata
import CleanseSupport

/// The files of a new contract: those of its template, and the note that `check-contract --record` writes from then on.
enum ContractTemplate {
  /// The file that describes the contract, next to its sources.
  private static let manifest: FilePath = "contract.json"

  /// - Parameters:
  ///   - directory: The directory of all templates.
  ///   - values: The values of the placeholders.
  /// - Throws: A ``CommandFailure`` if the template can't be used.
  static func files(
    in directory: String, _ values: [String: String]
  ) throws(CommandFailure) -> [ProjectTemplate.File] {
    var files = try ProjectTemplate("contract", in: directory).files(values)
    for file in files where FilePath(file.path).lastComponent == manifest {
      files.append(try note(of: file, with: files, in: directory))
    }
    return files.sorted { $0.path < $1.path }
  }

  private static func note(
    of manifest: ProjectTemplate.File, with files: [ProjectTemplate.File], in templates: String
  ) throws(CommandFailure) -> ProjectTemplate.File {
    let folder = FilePath(manifest.path).removingLastComponent
    do throws(ManifestError) {
      let contents = try ContractManifest(json: manifest.bytes)
      let contract = Contract(
        identifier: contents.identifier, version: contents.version,
        build: digest(of: files, in: folder).description)
      let text = try ContractSource.recorded(contract).text()
      return ProjectTemplate.File(
        path: folder.appending(ContractSource.fileName).text, bytes: Array(text.utf8),
        isExecutable: false)
    } catch {
      throw CommandFailure(
        "can't use the template: \(templates): \(manifest.path): \(error.clause)",
        hints: ["install the program again"])
    }
  }

  /// The digest of the sources in a directory, as the build tools compute it.
  private static func digest(
    of files: [ProjectTemplate.File], in folder: FilePath
  ) -> ContractDigest {
    let sources = files.map { (path: FilePath($0.path), contents: $0.bytes) }
      .filter { $0.path.isWithin(folder) && $0.path.hasSuffix(".swift") }
      .map { (path: $0.path.bytes.dropFirst(folder.bytes.count + 1), contents: $0.contents) }
      .sorted { $0.path.lexicographicallyPrecedes($1.path) }
    var digest = ContractDigest()
    for source in sources { digest.combine(source.path, source.contents) }
    return digest
  }
}
