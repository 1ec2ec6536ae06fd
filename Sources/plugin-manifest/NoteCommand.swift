package import CleanseBuildTools
internal import CleanseSupport
package import CleanseFrameworkABI
internal import CleansePluginMetadata

/// Generates the note and the entry point of a plugin from its `plugin.json`.
package struct NoteCommand {
  /// The path of the `plugin.json`.
  let manifest: String
  /// The framework that the plugin is built with.
  let framework: BuildIdentity
  /// The path of the compiler.
  let compiler: String
  /// The generated files of the contracts that the plugin is built against.
  let contracts: [String]
  /// Further contracts, which only a library is known of: `IDENTIFIER@VERSION@DIGEST`.
  let builds: [String]
  /// Where the sources lie: see `PluginNote.sources`.
  let sources: [String: String]

  package init(
    manifest: String, framework: BuildIdentity, compiler: String, contracts: [String] = [],
    builds: [String] = [], sources: [String: String] = [:]
  ) {
    (self.builds, self.sources) = (builds, sources)
    self.manifest = manifest
    self.contracts = contracts
    self.framework = framework
    self.compiler = compiler
  }

  /// Returns the generated Swift file.
  package func run() throws(ToolError) -> String {
    let json = try TextFile.read(manifest)
    let compiler = try CompilerVersion.of(compiler)
    var contracts: [Contract] = []
    for file in self.contracts { contracts.append(try ContractCommand.contract(in: file)) }
    for build in builds { contracts.append(try ContractCommand.contract(named: build)) }
    contracts.sort { $0.identifier < $1.identifier }
    do throws(ManifestError) {
      let contents = try PluginManifest(json: json)
      guard let module = contents.module else {
        throw ManifestError(
          field: "module",
          message: "is missing; a plugin written in Swift names the type that the host installs")
      }
      let entry = PluginNote.entryPoint(ofPlugin: contents.identifier)
      let note = try NoteDeclaration.text(named: "cleansePluginNote") {
        architecture throws(ManifestError) in
        try PluginNote(
          manifest: contents,
          stamp: framework.stamp(on: architecture, compiler: compiler),
          entry: entry, contracts: contracts, sources: sources
        ).elfNote()
      }
      let source = EntrySource(
        manifest: manifest, module: module,
        moduleLine: PluginManifest.line(ofField: "module", json: json) ?? 1, entry: entry,
        note: note, options: try OptionSource(contents, manifest: manifest, json: json))
      return source.text
    } catch {
      throw ToolError(path: manifest, error)
    }
  }
}
