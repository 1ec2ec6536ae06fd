import Foundation
import PackagePlugin

/// The framework that the package is built with: the installation that this file is a part of, as
/// PREFIX/share/cleanse/Plugins/PLUGIN/Framework.swift.
enum Framework {
  private static let prefix = URL(filePath: #filePath).appending(path: "../../../../..")
    .standardizedFileURL

  /// The program that generates sources.
  static func manifestTool(_ context: PluginContext) throws -> URL {
    try file("lib/cleanse/bin/plugin-manifest")
  }

  /// The file that describes the framework.
  static func identity(_ context: PluginContext) throws -> URL {
    try file("lib/cleanse/identity.swift")
  }

  /// The directories of its modules.
  static let includes = [
    prefix.appending(path: "lib/cleanse/modules"), prefix.appending(path: "include/cleanse"),
  ]

  private static func file(_ path: String) throws -> URL {
    let file = prefix.appending(path: path)
    guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else {
      throw IncompleteInstallation(path: file.path(percentEncoded: false))
    }
    return file
  }
}

/// A file of the installation is missing.
struct IncompleteInstallation: Error, CustomStringConvertible {
  let path: String

  var description: String { "the installation of Cleanse is incomplete: there is no \(path)" }
}
