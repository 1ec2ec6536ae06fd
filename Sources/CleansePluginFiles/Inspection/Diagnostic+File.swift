package import CleanseGraph
import CleanseSupport

extension Diagnostic.Argument {
  /// The name of a file, without its directory.
  package static func file(_ path: String) -> Self { Self("file", lastComponent(of: path)) }
}

/// The last component of a path, which is the same on every machine.
package func lastComponent(of path: String) -> String {
  FilePath(path).name.text
}
