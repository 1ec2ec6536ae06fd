import Foundation
import PackagePlugin

/// Makes a Swift target a plugin: generates the note and the entry point from its `plugin.json`.
@main
struct CleansePluginManifest: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else {
      throw Refusal(description: "target `\(target.name)` is not written in Swift")
    }
    let manifest = target.directoryURL.appending(path: "plugin.json")
    guard FileManager.default.fileExists(atPath: manifest.path(percentEncoded: false)) else {
      throw Refusal(
        description: "target `\(target.name)` has no manifest: "
          + "\(manifest.path(percentEncoded: false)) is missing")
    }
    // This file is compiled from the checkout that the plugin's author depends on, and so is the
    // framework.
    let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    let output = context.pluginWorkDirectoryURL.appending(path: "PluginEntry.swift")
    let compiler = try context.tool(named: "swiftc").url
    return [
      .buildCommand(
        displayName: "Making a plugin of \(target.name)",
        executable: try context.tool(named: "plugin-manifest").url,
        arguments: ["note"]
          + [manifest, root, compiler, output].map { $0.path(percentEncoded: false) },
        inputFiles: [manifest, compiler] + sources(of: root),
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

/// Why no plugin can be made of a target.
struct Refusal: Error, CustomStringConvertible {
  let description: String
}
