package import CleansePluginMetadata
internal import CleanseSupport

/// The reason why a file can't be generated, in the format of compilers, so that build systems and editors
/// find the location.
package struct ToolError: Error, Hashable, CustomStringConvertible {
  /// The path of the file with the error.
  package var path: String
  /// The line, counted from one; nil for the whole file.
  package var line: Int?
  package var message: String

  package init(path: String, line: Int? = nil, message: String) {
    self.path = path
    self.line = line
    self.message = message
  }

  /// Creates the error of a manifest in a file.
  package init(path: String, _ error: ManifestError) {
    self.init(path: path, line: error.line ?? 1, message: error.description)
  }

  package var description: String {
    path + (line.map { ":\($0)" } ?? "") + ": error: " + message
  }
}
