import Foundation
import PackagePlugin

/// The framework that the package is built with: the sources around this file. In an installation, another file has its
/// place.
enum Framework {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
  private static let allSources = root.appending(path: "Sources")

  /// The target that programs with components depend on.
  static let target = "Cleanse"

  /// The directory of its sources.
  static let sources = allSources.appending(path: "Cleanse/")

  /// The directories of its libraries, other than that of the products.
  static let libraries: [URL] = []

  /// The source of the main function with which programs are linked.
  static func driver() throws -> URL { allSources.appending(path: "CleansecDriver/main.swift") }

  /// The directory of its modules.
  static func modules(_ context: PluginContext) -> URL {
    context.products.appending(path: "Modules")
  }

  /// Builds the tool together with the package, unless no source is newer: planning that build takes longer than
  /// the check itself.
  ///
  /// A tool that the plugin depends on would be compiled for itself, and linked again by each call.
  static func tool(
    _ context: PluginContext,
    building build: (PackageManager.BuildSubset) throws -> PackageManager.BuildResult
  ) throws -> URL {
    let last = context.products.appending(path: "cleansec")
    if try isUpToDate(last) { return last }
    let result = try build(.product("cleansec"))
    guard let tool = result.builtArtifacts.first(where: { $0.kind == .executable }) else {
      throw Failure(description: "the build made no program cleansec")
    }
    return tool.url
  }

  private static func isUpToDate(_ tool: URL) throws -> Bool {
    guard let built = try? tool.modificationDate else { return false }
    let options: FileManager.DirectoryEnumerationOptions = .skipsHiddenFiles
    let files = FileManager.default.enumerator(
      at: allSources, includingPropertiesForKeys: [.contentModificationDateKey], options: options)
    let manifest = root.appending(path: "Package.swift")
    guard try manifest.modificationDate < built, let files else { return false }
    return try files.allSatisfy {
      try ($0 as? URL).map { try $0.modificationDate < built } ?? true
    }
  }
}

extension URL {
  fileprivate var modificationDate: Date {
    get throws {
      try resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
        ?? .distantPast
    }
  }
}
