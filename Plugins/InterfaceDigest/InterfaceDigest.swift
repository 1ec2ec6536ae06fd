import Foundation
import PackagePlugin

/// A build-tool plugin that generates `BuildIdentity`, which a host compares with the stamps of plugins.
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

  /// All files whose changes may change the digest. Build-tool plugins can't share code, so the other one
  /// duplicates this function; the tool alone decides which of the files it digests.
  private func sources(of root: URL) -> [URL] {
    ["CCleansePlugin", "Cleanse", "CleanseC", "CleanseGraph", "CleansePlugin"].flatMap { folder in
      let directory = root.appending(path: "Sources/" + folder, directoryHint: .isDirectory)
      let paths = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
      return (paths?.compactMap { $0 as? URL } ?? [])
        .filter { ["swift", "h", "c"].contains($0.pathExtension) }
    }
  }
}
