import Foundation
import PackagePlugin

/// The framework that the package is built with: the installation that this file is a part of, as
/// PREFIX/share/cleanse/Plugins/Cleansec/Framework.swift.
enum Framework {
  private static let prefix = URL(filePath: #filePath).appending(path: "../../../../..")
    .standardizedFileURL

  /// The target that programs with components depend on.
  static let target = "CleanseInstalled"

  /// The directory of its sources; none has locations in an installation.
  static let sources = prefix.appending(path: "share/cleanse/Sources/")

  /// The directories of its libraries, other than that of the products.
  static let libraries = [prefix.appending(path: "lib/cleanse/runtime")]

  /// The source of the main function with which programs are linked.
  static func driver() throws -> URL { try file("share/cleanse/cleansec/main.swift") }

  /// The directory of its modules.
  static func modules(_ context: PluginContext) -> URL {
    prefix.appending(path: "lib/cleanse/application")
  }

  /// The tool, which is not built.
  static func tool(
    _ context: PluginContext,
    building build: (PackageManager.BuildSubset) throws -> PackageManager.BuildResult
  ) throws -> URL {
    try file("lib/cleanse/bin/cleansec")
  }

  private static func file(_ path: String) throws -> URL {
    let file = prefix.appending(path: path).path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: file) else {
      throw Failure(description: "the installation of Cleanse is incomplete: there is no \(file)")
    }
    return URL(filePath: file)
  }
}
