import Foundation
import PackagePlugin

/// A build-tool plugin that turns a Swift target into a plugin: it generates the note and the entry point
/// from the target's `plugin.json`.
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
        displayName: "Generating the plugin entry of \(target.name)",
        executable: try context.tool(named: "plugin-manifest").url,
        arguments: ["note"]
          + [manifest, root, compiler, output].map { $0.path(percentEncoded: false) },
        inputFiles: [manifest, compiler] + sources(of: root),
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

/// The reason why a target can't become a plugin.
struct Refusal: Error, CustomStringConvertible {
  let description: String
}
