internal import PluginMetadata
internal import CleanseSupport
internal import FoundationEssentials

/// The sources of the framework that a plugin is built against.
package struct FrameworkSources {
  /// The folders whose code a host and its plugins share, from the root.
  static let folders = [
    "Sources/CCleansePlugin", "Sources/Cleanse", "Sources/CleanseC", "Sources/CleanseGraph",
    "Sources/CleansePlugin",
  ]
  /// The kinds of files that are compiled.
  static let kinds = [".swift", ".h", ".c"]
  /// The file that says which version of the framework it is, from the root.
  static let versionFile = "Sources/Cleanse/CleanseVersion.swift"

  /// The directory of the framework's package.
  package let root: String

  package init(root: String) {
    self.root = root
  }

  /// The digest of the sources: of the path from the root, a null byte, the size in bytes (64 bits,
  /// little-endian) and the contents of each file, in the order of the paths' bytes.
  ///
  /// Both sides of the interface between a host and its plugins are compiled from these files, so
  /// equal digests mean equal layouts. The opposite doesn't hold: a comment changes the digest too.
  package func digest() throws(ToolError) -> String {
    var fingerprint = Fingerprint()
    for path in try paths() {
      let contents = try TextFile.read(root + "/" + path)
      fingerprint.combine(path.utf8)
      fingerprint.combine([0])
      fingerprint.combine((0..<8).map { UInt8(truncatingIfNeeded: contents.count >> ($0 * 8)) })
      fingerprint.combine(contents)
    }
    return fingerprint.description
  }

  /// The framework's version, as the one declaration of it reads that programs use too.
  package func version() throws(ToolError) -> String {
    let path = root + "/" + Self.versionFile
    let text = String(decoding: try TextFile.read(path), as: UTF8.self)
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0].hasSuffix("let current = ") else { continue }
      do throws(ManifestError) {
        return try SemanticVersion(String(parts[1])).description
      } catch {
        throw ToolError(path: path, message: error.description)
      }
    }
    throw ToolError(path: path, message: "doesn't declare the version as `let current = \"…\"`")
  }

  /// The paths of all sources from the root, sorted; hidden files, which editors leave, are not
  /// compiled and don't count.
  private func paths() throws(ToolError) -> [String] {
    var paths: [String] = []
    for folder in Self.folders {
      do {
        for path in try FileManager.default.subpathsOfDirectory(atPath: root + "/" + folder)
        where Self.kinds.contains(where: path.hasSuffix(_:))
          && !path.split(separator: "/")
            .contains(where: { $0.hasPrefix(".") })
        {
          paths.append(folder + "/" + path)
        }
      } catch {
        throw ToolError(
          path: root + "/" + folder, message: "can't be read: \(TextFile.reason(error))")
      }
    }
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
