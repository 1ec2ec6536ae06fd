import CleanseSupport
import CleansePluginHost
import Glibc

/// A user's name for a plugin: its identifier, its file name, or a path to the file.
struct PluginName {
  let text: String
  /// The path of the file without symbolic links; nil if the text is not a path to a file.
  private let resolvedPath: String?

  init(_ text: String) {
    self.text = text
    resolvedPath = FilePath(text).hasDirectory ? Self.resolvedFile(at: text) : nil
  }

  /// The directory of the file, if the text is a path to one.
  var directory: String? {
    resolvedPath == nil ? nil : FilePath(text).removingLastComponent.text
  }

  /// Whether the name refers to the plugin.
  func names(_ plugin: PluginEntry) -> Bool {
    plugin.identifier == text
      || [plugin.fileName, plugin.file].contains { FilePath($0) == FilePath(text) }
      || FilePath(plugin.resolvedFile) == resolvedPath.map { FilePath($0) }
  }

  /// The path of a file without symbolic links; nil if there is no such file.
  static func resolvedFile(at path: String) -> String? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return nil }
    return SystemPath.resolved(path)
  }
}
