internal import Foundation

/// Where the sources of a plugin lie, as its note has it: no path begins at the root of the file system.
package struct PluginSources {
  /// By `Module`, the directory of its files; by `Module/File.swift`, the path of a file that lies elsewhere.
  package private(set) var paths: [String: String] = [:]

  /// - Parameter sources: `MODULE=FILE` for each file. The directory of a module is that of its first file that is at the
  ///   top: the one with the shortest path.
  package init(_ sources: [String]) {
    var files: [String: [URL]] = [:]
    for source in sources {
      let parts = source.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      files[String(parts[0]), default: []].append(
        URL(filePath: String(parts[1])).standardizedFileURL)
    }
    for (module, files) in files { add(module, files) }
  }

  private mutating func add(_ module: String, _ files: [URL]) {
    let directories = files.map { $0.deletingLastPathComponent() }
    guard let top = directories.min(by: { $0.pathComponents.count < $1.pathComponents.count })
    else { return }
    let depth = Self.root(of: top).pathComponents.count
    func relative(_ url: URL) -> String {
      let parts = url.pathComponents.dropFirst(depth)
      // Not a path: the names come from a URL, which has split them.
      return parts.isEmpty ? "." : parts.joined(separator: "/")
    }
    paths[module] = relative(top)
    for (file, directory) in zip(files, directories) where directory != top {
      paths["\(module)/\(file.lastPathComponent)"] = relative(file)
    }
  }

  /// The directory of the repository or, outside of one, of the package that a directory is in; else the directory.
  private static func root(of directory: URL) -> URL {
    for mark in [".git", "Package.swift"] {
      var folder = directory
      while folder.pathComponents.count > 1 {
        let path = folder.appending(path: mark).path(percentEncoded: false)
        if FileManager.default.fileExists(atPath: path) { return folder }
        folder.deleteLastPathComponent()
      }
    }
    return directory
  }
}
