import Foundation
import PackagePlugin

/// The framework that the package is built with: the sources around this file. In an installation, another file has its
/// place.
enum Framework {
  /// The program that generates sources.
  static func manifestTool(_ context: PluginContext) throws -> URL {
    try context.tool(named: "plugin-manifest").url
  }
}
