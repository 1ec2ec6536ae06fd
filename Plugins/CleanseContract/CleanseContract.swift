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
    let output = context.pluginWorkDirectoryURL.appending(path: "ContractNote.swift")
    // The layout of the contract's types depends on the modules that its library contains.
    let modules =
      [target]
      + target.recursiveTargetDependencies.compactMap { $0 as? SwiftSourceModuleTarget }
      .filter { $0.directoryURL.deletingLastPathComponent().path() != Self.framework.path() }
    let sources = modules.flatMap { module in
      module.sourceFiles(withSuffix: "swift").map(\.url)
        .filter { $0.path().hasPrefix(module.directoryURL.path()) }
    }
    return [
      .buildCommand(
        displayName: "Reading the contract \(target.name)",
        executable: try Framework.manifestTool(context),
        arguments: ["contract"]
          + ([manifest, output] + modules.map(\.directoryURL)).map {
            $0.path(percentEncoded: false)
          }
          + target.compilationConditions.flatMap { ["-D", $0] },
        inputFiles: [manifest] + sources,
        outputFiles: [output])
    ]
  }

  /// The modules of the framework, which are in a library of their own.
  private static let framework = URL(filePath: #filePath)
    .appending(path: "../../../Sources/").standardizedFileURL
}

/// The reason why a target can't become a contract.
struct Refusal: Error, CustomStringConvertible {
  let description: String
}
