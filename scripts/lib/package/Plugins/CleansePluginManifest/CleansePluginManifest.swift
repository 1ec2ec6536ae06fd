import Foundation
import PackagePlugin

/// A build-tool plugin that turns a Swift target into a plugin: it generates the note and the entry point from the
/// target's `plugin.json`, with the tool of the installation.
@main
struct CleansePluginManifest: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let manifest = target.directoryURL.appending(path: "plugin.json")
    guard FileManager.default.fileExists(atPath: manifest.path(percentEncoded: false)) else {
      throw Refusal(
        description: "target `\(target.name)` has no manifest: "
          + "\(manifest.path(percentEncoded: false)) is missing")
    }
    // This file is PREFIX/share/cleanse/Plugins/CleansePluginManifest/CleansePluginManifest.swift.
    let installed = URL(filePath: #filePath)
      .appending(path: "../../../../../lib/cleanse").standardizedFileURL
    let tool = installed.appending(path: "bin/plugin-manifest")
    let identity = installed.appending(path: "identity.swift")
    let compiler = try context.tool(named: "swiftc").url
    let output = context.pluginWorkDirectoryURL.appending(path: "PluginEntry.swift")
    return [
      .buildCommand(
        displayName: "Generating the plugin entry of \(target.name)", executable: tool,
        arguments: ["note"]
          + [manifest, identity, compiler, output].map { $0.path(percentEncoded: false) },
        inputFiles: [manifest, identity, compiler, tool], outputFiles: [output])
    ]
  }
}

/// The reason why a target can't become a plugin.
struct Refusal: Error, CustomStringConvertible {
  let description: String
}
