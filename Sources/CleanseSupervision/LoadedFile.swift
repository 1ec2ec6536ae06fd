/// A file of plugins that a worker has loaded.
package struct LoadedFile: Codable, Equatable, Sendable {
  /// What the file provides.
  package enum Kind: String, Codable, Sendable {
    case plugin, contract
  }

  package let kind: Kind
  /// The identifier of the plugin or of the contract.
  package let identifier: String
  package let version: String
  /// The path of the original, as the worker has loaded a copy.
  package let file: String
  /// The digest of what was loaded; nil if it is not known, as of a library of the system.
  package let digest: String?

  package init(kind: Kind, identifier: String, version: String, file: String, digest: String?) {
    self.kind = kind
    self.identifier = WorkerReport.shortened(identifier)
    self.version = WorkerReport.shortened(version)
    self.file = WorkerReport.shortened(file)
    self.digest = digest.map(WorkerReport.shortened)
  }

  /// The file with a changed path.
  func mapping(_ change: (String) -> String) -> LoadedFile {
    LoadedFile(
      kind: kind, identifier: identifier, version: version, file: change(file), digest: digest)
  }
}
