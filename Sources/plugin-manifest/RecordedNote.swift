internal import CleanseBuildTools
internal import CleansePluginMetadata
internal import CleanseSupport
internal import FoundationEssentials

/// The note of a contract as a file among its sources, for a package that does not use the build-tool plugin.
struct RecordedNote {
  private let path: String
  private let command: ContractCommand

  /// Creates a value for the file next to the `contract.json`; nil if there is none.
  init?(_ sources: ContractSources) {
    path = FilePath(sources.manifest).removingLastComponent.appending(ContractSource.fileName).text
    command = sources.command
    guard FileManager.default.fileExists(atPath: path) else { return nil }
  }

  /// Returns why the file is not that of the contract and its sources; nil if it is.
  func mistake() throws(ToolError) -> String? {
    let expected = try command.contract()
    let text = try TextFile.read(path)
    guard let contract = try? ContractSource.contract(in: text) else {
      return "\(ContractSource.fileName) does not describe a contract"
    }
    guard contract.identifier == expected.identifier, contract.version == expected.version else {
      return "\(ContractSource.fileName) is that of \(contract.identifier) \(contract.version)"
    }
    // By the digest, the host recognises the same build of a library without library evolution.
    let recorded = try command.recorded()
    guard text == Array(recorded.utf8) else {
      return "\(ContractSource.fileName) is that of other sources"
    }
    return nil
  }

  /// Writes the file.
  func write() throws(ToolError) {
    try TextFile.write(command.recorded(), to: path)
  }
}
