import Foundation
import PackagePlugin

/// Generates `BuildIdentity`, by which a host recognises plugins that fit its framework.
@main
struct InterfaceDigest: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let output = context.pluginWorkDirectoryURL.appending(path: "InterfaceDigest.swift")
    let compiler = try context.tool(named: "swiftc").url
    return [
      .buildCommand(
        displayName: "Digesting the framework's interface",
        executable: try context.tool(named: "plugin-manifest").url,
        arguments: [
          "digest", root.path(percentEncoded: false), compiler.path(percentEncoded: false),
          output.path(percentEncoded: false),
        ],
        inputFiles: sources(of: root) + [compiler],
        outputFiles: [output])
    ]
  }

  /// All files that a change of may change the digest. Plugins can't share code, so the other
  /// plugin has the same lines; which of the files count is decided in one place, the tool.
  private func sources(of root: URL) -> [URL] {
    ["CCleansePlugin", "Cleanse", "CleanseC", "CleanseGraph", "CleansePlugin"].flatMap { folder in
      let directory = root.appending(path: "Sources/" + folder, directoryHint: .isDirectory)
      let paths = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
      return (paths?.compactMap { $0 as? URL } ?? [])
        .filter { ["swift", "h", "c"].contains($0.pathExtension) }
    }
  }
}
