import Foundation
import PackagePlugin

/// A build-tool plugin that makes a Swift target a contract between plugins: it generates the note with the version of
/// its `contract.json`.
@main
struct CleanseContract: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else {
      throw Refusal(description: "target `\(target.name)` is not written in Swift")
    }
    let manifest = target.directoryURL.appending(path: "contract.json")
    guard FileManager.default.fileExists(atPath: manifest.path(percentEncoded: false)) else {
      throw Refusal(
        description: "target `\(target.name)` has no manifest: "
          + "\(manifest.path(percentEncoded: false)) is missing")
    }
    let work = context.pluginWorkDirectoryURL
    let output = work.appending(path: "ContractNote.swift")
    let compiler = try context.tool(named: "swiftc").url
    let sources = target.sourceFiles(withSuffix: "swift").map(\.url)
      .filter { $0.path().hasPrefix(target.directoryURL.path()) }
    return [
      .buildCommand(
        displayName: "Reading the contract \(target.name)",
        executable: try context.tool(named: "plugin-manifest").url,
        arguments: ["contract", manifest.path(percentEncoded: false), target.moduleName]
          + [target.directoryURL, compiler, work, output].map { $0.path(percentEncoded: false) }
          + target.compilationConditions.flatMap { ["-D", $0] },
        inputFiles: [manifest, compiler] + sources,
        outputFiles: [output])
    ]
  }
}

/// The reason why a target can't become a contract.
struct Refusal: Error, CustomStringConvertible {
  let description: String
}
