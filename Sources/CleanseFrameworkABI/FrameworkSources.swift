internal import CleansePluginMetadata
internal import CleanseSupport
internal import FoundationEssentials
package import CleanseBuildTools

/// The sources of the framework.
package struct FrameworkSources: Sendable {
  /// The modules whose code a host and its Swift plugins share, each after those that it imports.
  static let modules = ["CleanseGraph", "Cleanse", "CleanseC", "CleansePlugin"]
  /// The options of `settings` in Package.swift, which affect what an interface says.
  private static let options = [
    "-swift-version", "6", "-package-name", "cleanse", "-strict-memory-safety",
    "-enable-upcoming-feature", "ExistentialAny",
    "-enable-upcoming-feature", "InternalImportsByDefault",
    "-enable-upcoming-feature", "MemberImportVisibility",
  ]
  /// The file that declares the framework's version, relative to the root.
  static let versionFile = "Sources/CleanseGraph/CleanseVersion.swift"

  /// The directory of the framework's package.
  package let root: String

  package init(root: String) {
    self.root = root
  }

  /// The directory of the recorded interfaces.
  package var recordings: String { root + "/ABI" }

  /// The directories of the C modules that interfaces import.
  var includes: [String] { [root + "/Sources/CCleansePlugin/include"] }

  /// Writes the interfaces of the framework's modules into the directory.
  package func interfaces(
    compiler: String, in directory: String
  ) throws(ToolError) -> [ModuleInterface] {
    // What the modules import, but no plugin can use.
    let support = ["CleanseSupport", "CleansePluginMetadata"].map {
      ModuleSources(name: $0, directory: "\(root)/Sources/\($0)", isEvolving: false)
    }
    let modules = Self.modules.map {
      ModuleSources(name: $0, directory: "\(root)/Sources/\($0)", includes: includes)
    }
    return try InterfaceCompiler(compiler: compiler, options: Self.options, directory: directory)
      .interfaces(of: support + modules)
  }

  /// Returns the framework's version, from the declaration that programs use as well.
  package func version() throws(ToolError) -> String {
    // Not a path: joined with a constant.
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
    guard let outcome = try? program.run(input: ""), outcome.isSuccess else { return nil }
    let line = String(decoding: outcome.output, as: UTF8.self).prefix { !$0.isNewline }
    return line.isEmpty ? nil : String(line.prefix(60))
  }
}
