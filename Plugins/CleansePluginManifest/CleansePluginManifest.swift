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
    let output = context.pluginWorkDirectoryURL.appending(path: "PluginEntry.swift")
    let compiler = try context.tool(named: "swiftc").url
    let identity = try Framework.identity(context)
    let tool = try Framework.manifestTool(context)
    let contracts = contracts(target, context)
    let sources = sources(target).flatMap { ["--source", $0] }
    return [
      .buildCommand(
        displayName: "Generating the plugin entry of \(target.name)",
        executable: tool,
        arguments: ["note"]
          + ([manifest, identity, compiler, output] + contracts)
          .map { $0.path(percentEncoded: false) } + sources,
        inputFiles: [manifest, identity, compiler, tool] + contracts,
        outputFiles: [output])
    ]
  }

  /// The source files of the target and of the modules that it depends on, without the framework: `MODULE=FILE` for each.
  private func sources(_ target: SwiftSourceModuleTarget) -> [String] {
    let modules =
      [target]
      + target.recursiveTargetDependencies.compactMap { $0 as? SwiftSourceModuleTarget }
      .filter { $0.directoryURL.deletingLastPathComponent().path() != Self.framework.path() }
    return modules.flatMap { module in
      module.sourceFiles(withSuffix: "swift").map(\.url)
        .filter { $0.path().hasPrefix(module.directoryURL.path()) }
        .map { "\(module.moduleName)=\($0.path(percentEncoded: false))" }
    }
  }

  /// The modules of the framework.
  private static let framework = URL(filePath: #filePath)
    .appending(path: "../../../Sources/").standardizedFileURL

  /// The files with the notes of the contracts that the target depends on: among their sources, or as `CleanseContract`
  /// writes them in the same build.
  private func contracts(_ target: any Target, _ context: PluginContext) -> [URL] {
    target.recursiveTargetDependencies.compactMap { dependency in
      let note = dependency.directoryURL.appending(path: "ContractNote.swift")
      if FileManager.default.fileExists(atPath: note.path(percentEncoded: false)) { return note }
      let manifest = dependency.directoryURL.appending(path: "contract.json")
      guard FileManager.default.fileExists(atPath: manifest.path(percentEncoded: false)),
        let owner = package(of: dependency, in: context.package)
      else { return nil }
      return context.output(
        "ContractNote.swift", of: "CleanseContract", target: dependency.name, in: owner)
    }
  }

  private func package(of target: any Target, in package: Package) -> Package? {
    if package.targets.contains(where: { $0.id == target.id }) { return package }
    for dependency in package.dependencies {
      if let found = self.package(of: target, in: dependency.package) { return found }
    }
    return nil
  }
}

extension PluginContext {
  /// A file that another build-tool plugin generates. The work directory is PACKAGE/TARGET/destination/PLUGIN.
  func output(_ file: String, of plugin: String, target: String, in package: Package) -> URL {
    pluginWorkDirectoryURL
      .appending(path: "../../../../\(package.id)/\(target)/destination/\(plugin)/\(file)")
      .standardizedFileURL
  }
}

/// The reason why a target can't become a plugin.
struct Refusal: Error, CustomStringConvertible {
  let description: String
}
