import CleanseSupport

/// The repository of git that a directory is in.
struct GitRepository {
  /// The absolute path of its root.
  let root: String

  /// - Parameter path: A path, which need not exist; what exists of it counts. The root itself is not in a repository around
  ///   it.
  /// - Returns: Nil if neither the directory of the path nor one of its parents has a repository.
  init?(around path: String) {
    let start = path.utf8.first == UInt8(ascii: "/") ? "/" : "."
    let existing = NewProject.ancestors(of: path).last { SystemPath.resolved($0) != nil }
    self.init(of: existing ?? start)
  }

  /// - Parameter directory: A directory.
  /// - Returns: Nil if neither the directory nor one of its parents has a repository.
  init?(of directory: String) {
    guard let start = SystemPath.resolved(directory) else { return nil }
    let parents = sequence(first: start) { path -> String? in
      guard path != "/", let slash = path.lastIndex(of: "/") else { return nil }
      return slash == path.startIndex ? "/" : String(path[..<slash])
    }
    let root = parents.first { unsafe access("\($0)/.git", F_OK) == 0 }
    guard let root else { return nil }
    self.root = root
  }
}
