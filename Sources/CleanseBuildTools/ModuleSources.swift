internal import CleansePluginMetadata
internal import CleanseSupport

/// The sources of a Swift module.
package struct ModuleSources: Sendable {
  package let name: String
  /// The directory of the sources.
  package let directory: String
  /// Whether the module is built with library evolution, and so has an interface.
  package let isEvolving: Bool
  /// The directories of C modules that it imports.
  package let includes: [String]

  package init(
    name: String, directory: String, isEvolving: Bool = true, includes: [String] = []
  ) {
    (self.name, self.directory) = (name, directory)
    (self.isEvolving, self.includes) = (isEvolving, includes)
  }

  /// Returns the sorted paths of the files that the compiler gets, without the note of a contract, which is no part of its
  /// interface. Hidden files, which editors create, are excluded.
  package func files(_ suffix: String = ".swift") throws(ToolError) -> [String] {
    try TextFile.paths(below: directory)
      .filter { path in
        FilePath(path).hasSuffix(suffix) && !FilePath(path).components.contains(where: \.isHidden)
          && FilePath(path).lastComponent != FilePath(ContractSource.fileName)
      }
      .map { FilePath(directory).appending($0).text }
  }
}
