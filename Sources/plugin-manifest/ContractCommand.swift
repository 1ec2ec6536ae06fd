package import BuildTools
internal import CleanseSupport
package import PluginMetadata

/// Generates the note of a contract's library from its `contract.json`.
package struct ContractCommand {
  let sources: ContractSources

  package init(_ sources: ContractSources) {
    self.sources = sources
  }

  /// The beginning of the line of the generated file that has the contract as JSON, for the builds of plugins.
  private static let mark = "// contract: "

  /// Returns the generated Swift file.
  package func run() throws(ToolError) -> String {
    let contents = try sources.contents()
    let contract = Contract(
      identifier: contents.identifier, version: contents.version,
      interface: try sources.digest())
    do throws(ManifestError) {
      return """
        // Generated from \(SwiftLiteral.string(sources.manifest)) by plugin-manifest; changes are lost.
        \(Self.mark)\(String(decoding: try contract.json(), as: UTF8.self))

        #if _endian(big)
          #error("plugins are supported on little-endian processors only")
        #endif

        \(NoteDeclaration.text(of: try contract.elfNote(), named: "cleanseContractNote"))

        /// By the symbols of this protocol, a host recognises that the library is built with library evolution.
        public protocol _CleanseContract {
          func _isEvolving()
        }

        """
    } catch {
      throw ToolError(path: sources.manifest, error)
    }
  }

  /// Reads the generated file of a contract.
  package static func contract(in file: String) throws(ToolError) -> Contract {
    let lines = try TextFile.read(file).split(separator: UInt8(ascii: "\n"))
    guard let line = lines.first(where: { $0.starts(with: mark.utf8) }) else {
      throw ToolError(path: file, message: "does not describe a contract")
    }
    do throws(ManifestError) {
      return try Contract(json: Array(line.dropFirst(mark.utf8.count)))
    } catch {
      throw ToolError(path: file, error)
    }
  }
}
