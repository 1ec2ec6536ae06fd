package import CleanseBuildTools
internal import CleanseSupport
package import CleansePluginMetadata

/// Generates the note of a contract's library from its `contract.json`.
package struct ContractCommand {
  /// The path of the `contract.json`.
  let manifest: String
  /// The directories with the sources of the library, those of the contract's own module first.
  let sources: [String]
  /// The compilation conditions.
  let conditions: [String]

  package init(manifest: String, sources: [String], conditions: [String] = []) {
    (self.manifest, self.sources, self.conditions) = (manifest, sources, conditions)
  }

  /// Returns the generated Swift file.
  package func run() throws(ToolError) -> String {
    try text(
      of: ContractSource(
        try contract(),
        origin: "Generated from \(SwiftLiteral.string(manifest)) by plugin-manifest"))
  }

  /// Returns the file that belongs among the sources of a contract.
  func recorded() throws(ToolError) -> String {
    try text(of: .recorded(try contract()))
  }

  private func text(of source: ContractSource) throws(ToolError) -> String {
    do throws(ManifestError) {
      return try source.text()
    } catch {
      throw ToolError(path: manifest, error)
    }
  }

  /// The contract that the `contract.json` and the sources describe.
  package func contract() throws(ToolError) -> Contract {
    let contents = try ContractSources.contents(of: manifest)
    var digest = ContractDigest(conditions: conditions)
    for directory in sources {
      for file in try ModuleSources(name: "", directory: directory).files() {
        let path = file.utf8.dropFirst(directory.utf8.count).drop { $0 == UInt8(ascii: "/") }
        digest.combine(path, try TextFile.read(file))
      }
    }
    return Contract(
      identifier: contents.identifier, version: contents.version, build: digest.description)
  }

  /// Reads the file with the note of a contract.
  package static func contract(in file: String) throws(ToolError) -> Contract {
    let text = try TextFile.read(file)
    let contract: Contract?
    do throws(ManifestError) {
      contract = try ContractSource.contract(in: text)
    } catch {
      throw ToolError(path: file, error)
    }
    guard let contract else {
      throw ToolError(path: file, message: "does not describe a contract")
    }
    return contract
  }
  /// Reads a contract in the form `IDENTIFIER@VERSION@DIGEST`.
  package static func contract(named text: String) throws(ToolError) -> Contract {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, !parts[2].isEmpty, let version = try? SemanticVersion(parts[1]) else {
      throw ToolError(path: "--contract", message: "`\(text)` is not IDENTIFIER@VERSION@DIGEST")
    }
    do throws(ManifestError) {
      // Read as a note is, with the same checks.
      return try Contract(
        json: Contract(identifier: parts[0], version: version, build: parts[2]).json())
    } catch {
      throw ToolError(path: "--contract \(text)", error)
    }
  }
}
