package import CleanseSupport

/// A candidate for a plugin: a directory entry with the name of a shared library.
///
/// A ``PluginInspector`` determines whether the file is a plugin.
public struct PluginFile: Hashable, Sendable, Codable {
  /// The path as found: the directory as given, and the entry's name.
  public let path: String
  /// The absolute path without symbolic links; the same as ``path`` if it is not known, as for a broken link.
  public private(set) var resolvedPath: String
  /// Whether the entry itself is a symbolic link.
  public let isLink: Bool
  /// Whether the file can be opened by its path. A name that is not valid UTF-8 can't be represented;
  /// ``path`` then has its bytes in hexadecimal digits, for messages.
  let isNameable: Bool
  /// Whether ``resolvedPath`` is known.
  package private(set) var isResolved: Bool
  /// The directory of the private copy that the file is in, below which it has the absolute path of the original; nil for any
  /// other file. Its ``path`` is that of the original.
  private(set) var copyRoot: FilePath?

  /// Creates a file from the parts of a directory listing.
  public init(path: String, resolvedPath: String, isLink: Bool = false) {
    self.path = path
    self.resolvedPath = resolvedPath
    self.isLink = isLink
    self.isNameable = true
    isResolved = true
  }

  /// Creates a file that was found at a path.
  ///
  /// - Parameter resolvedPath: The absolute path without symbolic links; nil if it is not known, or is not valid UTF-8.
  init(at path: String, _ resolvedPath: String?, isLink: Bool) {
    self.path = path
    self.resolvedPath = resolvedPath ?? path
    self.isLink = isLink
    isNameable = true
    isResolved = resolvedPath != nil
  }

  /// Creates an entry whose name is not valid UTF-8.
  init(unnameable path: String) {
    self.path = path
    resolvedPath = path
    isLink = false
    isNameable = false
    isResolved = false
  }

  /// Creates a file whose path has no symbolic links, or for which they do not matter.
  public init(path: String) {
    self.init(path: path, resolvedPath: path)
  }
}

extension PluginFile {
  /// The file in a private copy, which is opened in place of this one and has its name in messages.
  ///
  /// - Parameters:
  ///   - root: The directory of the copy.
  ///   - path: The absolute path of the copied file.
  package func copied(below root: FilePath, to path: FilePath) -> PluginFile {
    var file = self
    file.resolvedPath = path.text
    file.isResolved = true
    file.copyRoot = root
    return file
  }

  /// The path of the original of a file, if that is in the same private copy as this one; otherwise, the path itself.
  package func original(of path: String) -> FilePath {
    let path = FilePath(path)
    return copyRoot.flatMap(path.below) ?? path
  }

  /// Whether a file is in the same private copy as this one.
  package func isCopied(_ path: String) -> Bool {
    copyRoot.flatMap(FilePath(path).below) != nil
  }
}

// The paths are compared as bytes, as the system does: two names that look the same may be two files.
extension PluginFile {
  public static func == (first: PluginFile, second: PluginFile) -> Bool {
    first.paths == second.paths && first.isLink == second.isLink
      && first.isNameable == second.isNameable && first.isResolved == second.isResolved
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(paths) }

  private var paths: [FilePath] { [FilePath(path), FilePath(resolvedPath)] }
}
