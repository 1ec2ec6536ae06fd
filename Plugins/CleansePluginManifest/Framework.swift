import Foundation
import PackagePlugin

/// The framework that the package is built with: the sources around this file. In an installation, another file has its
/// place.
enum Framework {
  /// The program that generates sources.
  static func manifestTool(_ context: PluginContext) throws -> URL {
    try context.tool(named: "plugin-manifest").url
  }

  /// The file that describes the build of the framework, which `WriteBuildIdentity` writes in the same build.
  static func identity(_ context: PluginContext) throws -> URL {
    // This file is compiled from the checkout that the plugin's author depends on, and so is the framework.
    let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    guard let framework = package(at: root, in: context.package) else {
      throw Refusal(
        description: "the package does not depend on \(root.path(percentEncoded: false))")
    }
    return context.output(
      "BuildIdentity.swift", of: "WriteBuildIdentity", target: "CleanseBuildIdentity", in: framework
    )
  }

  private static func package(at root: URL, in package: Package) -> Package? {
    if package.directoryURL.standardizedFileURL.path() == root.path() { return package }
    for dependency in package.dependencies {
      if let found = self.package(at: root, in: dependency.package) { return found }
    }
    return nil
  }
}
