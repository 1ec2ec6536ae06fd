import CleanseGraphAnalysis
import CleanseSupport

/// The sources of an application that has the commands of `host` under its own name.
///
/// Its plugins are for its component, so `host` would report errors that they don't have in the application.
struct ApplicationTool {
  /// The path of the first source that imports the commands, relative to the root of the repository.
  let source: FilePath

  /// The application in a repository; nil if there is none. A file or directory that can't be read is as one without.
  ///
  /// - Parameter root: The root of the repository.
  init?(in root: FilePath) {
    guard let source = Self.source(in: "Sources", of: root) else { return nil }
    self.source = source
  }

  private static func source(in folder: FilePath, of root: FilePath) -> FilePath? {
    let directory = root.appending(folder)
    guard isDirectory(directory), let entries = try? Directory.entries(in: directory) else {
      return nil
    }
    for name in entries.filter({ !$0.isHidden }).sorted() {
      let path = folder.appending(name)
      if name.text.hasSuffix(".swift") {
        if importsCommands(root.appending(path)) { return path }
      } else if let source = source(in: path, of: root) {
        return source
      }
    }
    return nil
  }

  /// Whether it is a directory, and not a link to one, which can be a loop.
  private static func isDirectory(_ path: FilePath) -> Bool {
    var status = stat()
    return unsafe lstat(path.cString, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func importsCommands(_ source: FilePath) -> Bool {
    guard let bytes = try? DocumentFile.read(source.text, limit: 1 << 20) else { return false }
    return String(decoding: bytes, as: UTF8.self).contains(
      #/(?m)^(@?\w+ +)*import +CleansePluginCommands\b/#)
  }
}
