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
    let identity = try identity(context)
    let contracts = contracts(target, context)
    return [
      .buildCommand(
        displayName: "Generating the plugin entry of \(target.name)",
        executable: try context.tool(named: "plugin-manifest").url,
        arguments: ["note"]
          + ([manifest, identity, compiler, output] + contracts)
          .map { $0.path(percentEncoded: false) },
        inputFiles: [manifest, identity, compiler] + contracts,
        outputFiles: [output])
    ]
  }

  /// The file that describes the build of the framework, which `WriteBuildIdentity` writes in the same build.
  private func identity(_ context: PluginContext) throws -> URL {
    // This file is compiled from the checkout that the plugin's author depends on, and so is the framework.
    let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    guard let framework = package(at: root, in: context.package) else {
      throw Refusal(
        description: "the package does not depend on \(root.path(percentEncoded: false))")
    }
    return output(
      "BuildIdentity.swift", of: "WriteBuildIdentity", target: "BuildIdentity", in: framework,
      context)
  }

  /// The generated files of the contracts that the target depends on, which `CleanseContract` writes in the same build.
  private func contracts(_ target: any Target, _ context: PluginContext) -> [URL] {
    target.recursiveTargetDependencies.compactMap { dependency in
      let manifest = dependency.directoryURL.appending(path: "contract.json")
      guard FileManager.default.fileExists(atPath: manifest.path(percentEncoded: false)),
        let owner = package(of: dependency, in: context.package)
      else { return nil }
      return output(
        "ContractNote.swift", of: "CleanseContract", target: dependency.name, in: owner, context)
    }
  }

  /// A file that another build-tool plugin generates. The work directory is PACKAGE/TARGET/destination/PLUGIN.
  private func output(
    _ file: String, of plugin: String, target: String, in package: Package,
    _ context: PluginContext
  ) -> URL {
    context.pluginWorkDirectoryURL
      .appending(path: "../../../../\(package.id)/\(target)/destination/\(plugin)/\(file)")
      .standardizedFileURL
  }

  private func package(of target: any Target, in package: Package) -> Package? {
    if package.targets.contains(where: { $0.id == target.id }) { return package }
    for dependency in package.dependencies {
      if let found = self.package(of: target, in: dependency.package) { return found }
    }
    return nil
  }

  private func package(at root: URL, in package: Package) -> Package? {
    if package.directoryURL.standardizedFileURL.path() == root.path() { return package }
    for dependency in package.dependencies {
      if let found = self.package(at: root, in: dependency.package) { return found }
    }
    return nil
  }
}

/// The reason why a target can't become a plugin.
struct Refusal: Error, CustomStringConvertible {
  let description: String
}
