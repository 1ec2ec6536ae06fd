package import PluginMetadata
internal import CleanseSupport

/// Why a file can't be generated, worded the way a compiler does, so that build systems and
/// editors find the place.
package struct ToolError: Error, Hashable, CustomStringConvertible {
  /// The file at fault.
  package var path: String
  /// Counted from one; nil where the whole file is meant.
  package var line: Int?
  package var message: String

  package init(path: String, line: Int? = nil, message: String) {
    self.path = path
    self.line = line
    self.message = message
  }

  /// What is wrong with the manifest in a file.
  package init(path: String, _ error: ManifestError) {
    self.init(path: path, line: error.line ?? 1, message: error.description)
  }

  package var description: String {
    path + (line.map { ":\($0)" } ?? "") + ": error: " + message
  }
}
