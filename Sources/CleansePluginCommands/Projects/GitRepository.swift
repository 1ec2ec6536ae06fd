import CleanseSupport

/// The repository of git that a directory is in.
struct GitRepository {
  /// The absolute path of its root.
  let root: String

  /// - Parameter path: A path, which need not exist; what exists of it counts. The root itself is not in a repository around
  ///   it.
  /// - Returns: Nil if neither the directory of the path nor one of its parents has a repository.
  init?(around path: String) {
    let path = FilePath(path)
    let existing = path.ancestors.first { SystemPath.resolved($0) != nil }
    self.init(of: (existing ?? .working).text)
  }

  /// - Parameter directory: A directory.
  /// - Returns: Nil if neither the directory nor one of its parents has a repository.
  init?(of directory: String) {
    guard let start = SystemPath.resolved(FilePath(directory)) else { return nil }
    let root = ([start] + start.ancestors).first {
      unsafe access($0.appending(".git").cString, F_OK) == 0
    }
    guard let root = root?.validText else { return nil }
    self.root = root
  }
}
