internal import PluginMetadata
internal import CleanseSupport
internal import FoundationEssentials

/// The sources of the framework against which a plugin is built.
package struct FrameworkSources {
  /// The folders whose code a host and its plugins share, relative to the root.
  static let folders = [
    "Sources/CCleansePlugin", "Sources/Cleanse", "Sources/CleanseC", "Sources/CleanseGraph",
    "Sources/CleansePlugin",
  ]
  /// The suffixes of the files that are compiled.
  static let kinds = [".swift", ".h", ".c"]
  /// The file that declares the framework's version, relative to the root.
  static let versionFile = "Sources/CleanseGraph/CleanseVersion.swift"

  /// The directory of the framework's package.
  package let root: String

  package init(root: String) {
    self.root = root
  }

  /// Returns the digest of the sources. For each file, in the order of the paths' bytes, it covers the path
  /// relative to the root, a null byte, the size in bytes (64 bits, little-endian) and the contents.
  ///
  /// Both sides of the interface between a host and its plugins are compiled from these files, so
  /// equal digests mean equal layouts. The converse doesn't hold: a comment changes the digest, too.
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

  /// Returns the framework's version, from the declaration that programs use as well.
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

  /// Returns the commit or tag of the sources, as `git describe` prints it; nil if they are not in a Git
  /// repository of their own, or if there is no `git`.
  package func revision() -> String? {
    // Otherwise the answer would be the revision of a repository that contains the sources.
    guard FileManager.default.fileExists(atPath: root + "/.git") else { return nil }
    let program = ChildProgram(
      path: "/usr/bin/env",
      arguments: ["git", "-C", root, "describe", "--tags", "--always", "--dirty"],
      limit: .seconds(10))
    guard let outcome = try? program.run(input: ""), outcome.end == .exited(0) else { return nil }
    let line = String(decoding: outcome.output, as: UTF8.self).prefix { !$0.isNewline }
    return line.isEmpty ? nil : String(line.prefix(60))
  }

  /// Returns the sorted paths of all sources, relative to the root. Hidden files, which editors create, are
  /// excluded, because they are not compiled.
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
