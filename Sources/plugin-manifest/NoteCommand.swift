package import BuildTools
internal import CleanseSupport
package import FrameworkABI
internal import PluginMetadata

/// Generates the note and the entry point of a plugin from its `plugin.json`.
package struct NoteCommand {
  /// `CLEANSE_ABI_VERSION` of the header that the generated code is written for.
  static let abiVersion = 1
  /// The processors that a plugin can be built for: their names in Swift's `#if arch(…)` and in the stamp.
  /// All are little-endian.
  static let architectures = [
    (condition: "x86_64", name: "x86_64"), (condition: "arm64", name: "aarch64"),
  ]

  /// The path of the `plugin.json`.
  let manifest: String
  /// The framework that the plugin is built with.
  let framework: BuildIdentity
  /// The path of the compiler.
  let compiler: String

  package init(manifest: String, framework: BuildIdentity, compiler: String) {
    self.manifest = manifest
    self.framework = framework
    self.compiler = compiler
  }

  /// Returns the generated Swift file.
  package func run() throws(ToolError) -> String {
    let json = try TextFile.read(manifest)
    let compiler = try CompilerVersion.of(compiler)
    do throws(ManifestError) {
      let contents = try PluginManifest(json: json)
      guard let module = contents.module else {
        throw ManifestError(
          field: "module",
          message: "is missing; a plugin written in Swift names the type that the host installs")
      }
      let entry = PluginNote.entryPoint(ofPlugin: contents.identifier)
      let notes = try Self.architectures.map { architecture throws(ManifestError) in
        let stamp = ABIStamp(
          abi: Self.abiVersion, architecture: architecture.name, language: "swift",
          framework: framework.version, frameworkABI: framework.abi,
          interface: framework.interface, compiler: compiler, revision: framework.revision)
        return (
          condition: architecture.condition,
          bytes: try PluginNote(manifest: contents, stamp: stamp, entry: entry).elfNote()
        )
      }
      let source = EntrySource(
        manifest: manifest, module: module,
        moduleLine: PluginManifest.line(ofField: "module", json: json) ?? 1, entry: entry,
        notes: notes)
      return source.text
    } catch {
      throw ToolError(path: manifest, error)
    }
  }
}
