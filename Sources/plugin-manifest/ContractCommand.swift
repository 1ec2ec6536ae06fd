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

  /// The beginning of the line of the generated file that has the contract as JSON, for the builds of plugins.
  private static let mark = "// contract: "

  /// Returns the generated Swift file.
  package func run() throws(ToolError) -> String {
    let contents = try ContractSources.contents(of: manifest)
    let contract = Contract(
      identifier: contents.identifier, version: contents.version, build: try digest())
    do throws(ManifestError) {
      return """
        // Generated from \(SwiftLiteral.string(manifest)) by plugin-manifest; changes are lost.
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
      throw ToolError(path: manifest, error)
    }
  }

  /// The digest of everything that decides the layout of the library's types.
  private func digest() throws(ToolError) -> String {
    var fingerprint = Fingerprint()
    func combine(_ bytes: some Sequence<UInt8>) {
      fingerprint.combine(Array(bytes))
      fingerprint.combine([0])
    }
    for condition in conditions.sorted() { combine(condition.utf8) }
    for directory in sources {
      for file in try ModuleSources(name: "", directory: directory).files() {
        combine(file.dropFirst(directory.count).utf8)
        combine(try TextFile.read(file))
      }
    }
    return fingerprint.description
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
