import CleansePluginHost
import Glibc

/// What a user calls one plugin: its identifier, the name of its file, or a path to that.
struct PluginName {
  let text: String
  /// The file that the text leads to, without symbolic links; nothing when it is no path to one.
  private let resolvedPath: String?

  init(_ text: String) {
    self.text = text
    resolvedPath = text.contains("/") ? Self.resolvedFile(at: text) : nil
  }

  /// The directory that the file lies in, where the text is a path to one.
  var directory: String? {
    guard resolvedPath != nil, let slash = text.lastIndex(of: "/") else { return nil }
    return slash == text.startIndex ? "/" : String(text[..<slash])
  }

  /// Whether the plugin is the one, or one of those, that the user means.
  func names(_ plugin: PluginEntry) -> Bool {
    [plugin.identifier, plugin.fileName, plugin.file].contains(text)
      || plugin.resolvedFile == resolvedPath
  }

  /// The path of a file without symbolic links; nothing where there is no file.
  static func resolvedFile(at path: String) -> String? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR,
      let resolved = unsafe realpath(path, nil)
    else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
