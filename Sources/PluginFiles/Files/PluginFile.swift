/// A directory entry whose name says that it is a shared library.
///
/// That it exists says nothing of what it is: a ``PluginInspector`` tells.
public struct PluginFile: Hashable, Sendable, Codable {
  /// The path as it was found: the directory as it was named, and the entry's name.
  public let path: String
  /// The absolute path without symbolic links; the same as ``path`` where that leads nowhere.
  public let resolvedPath: String
  /// Whether the entry itself is a symbolic link.
  public let isLink: Bool
  /// Whether the path is one that the system knows the file by. A name that is not valid UTF-8 has
  /// none as a text; ``path`` then has its bytes in hexadecimal digits, for people to read.
  let isNameable: Bool

  /// A file as a directory listing tells it, or as a tool makes one up.
  public init(path: String, resolvedPath: String, isLink: Bool = false) {
    self.path = path
    self.resolvedPath = resolvedPath
    self.isLink = isLink
    self.isNameable = true
  }

  /// An entry whose name is not valid UTF-8.
  init(unnameable path: String) {
    self.path = path
    resolvedPath = path
    isLink = false
    isNameable = false
  }

  /// A file whose path holds no symbolic link, or one of which that does not matter.
  public init(path: String) {
    self.init(path: path, resolvedPath: path)
  }
}
