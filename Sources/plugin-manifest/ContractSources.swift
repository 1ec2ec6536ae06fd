package import CleanseBuildTools
internal import CleanseSupport
internal import CleansePluginMetadata

/// The sources of a contract that is checked: its `contract.json` and its module.
package struct ContractSources {
  /// The path of the `contract.json`.
  let manifest: String
  let module: ModuleSources
  /// The directories of the other modules in the library.
  let others: [String]
  /// Those of the C targets in the package.
  let headers: ContractHeaders
  /// The path of the compiler.
  let compiler: String
  /// The compilation conditions.
  let conditions: [String]
  /// A directory for intermediate files.
  let directory: String

  package init(
    manifest: String, module: ModuleSources, others: [String] = [],
    headers: ContractHeaders = ContractHeaders([]), compiler: String, conditions: [String] = [],
    directory: String
  ) {
    (self.manifest, self.module, self.others) = (manifest, module, others)
    (self.headers, self.compiler) = (headers, compiler)
    (self.conditions, self.directory) = (conditions, directory)
  }

  /// What generates the note.
  var command: ContractCommand {
    ContractCommand(
      manifest: manifest, sources: [module.directory] + others, conditions: conditions)
  }

  /// Reads a `contract.json`.
  static func contents(of manifest: String) throws(ToolError) -> ContractManifest {
    let json = try TextFile.read(manifest)
    do throws(ManifestError) {
      return try ContractManifest(json: json)
    } catch {
      throw ToolError(path: manifest, error)
    }
  }

  /// Returns the interface of the module, in Swift 6 mode or, if that fails, in Swift 5 mode: a build tool can't see
  /// which one the target has.
  func interface() throws(ToolError) -> ModuleInterface {
    do throws(ToolError) {
      return try interface(mode: "6")
    } catch {
      guard let interface = try? interface(mode: "5") else { throw error }
      return interface
    }
  }

  private func interface(mode: String) throws(ToolError) -> ModuleInterface {
    let options = ["-swift-version", mode] + conditions.map { "-D\($0)" }
    let compiler = InterfaceCompiler(
      compiler: compiler, options: options, directory: directory + "/modules")
    guard let interface = try compiler.interfaces(of: [module]).first else {
      throw ToolError(path: module.directory, message: "has no interface")
    }
    return interface
  }
}
