/// Searches the directories of `PATH` for programs, as a shell does.
package struct ProgramSearch: Sendable {
  /// The directories, separated by colons.
  private let path: String

  /// - Parameter path: The value of `PATH`; nil if it is not set.
  package init(path: String?) {
    self.path = path ?? ""
  }

  /// The path of the first program with this name; nil if there is none.
  ///
  /// - Parameter name: A name, or a path that contains a slash and is not searched for.
  package func program(_ name: String) -> String? {
    guard !FilePath(name).hasDirectory else { return Self.isProgram(name) ? name : nil }
    return FilePath.list(path).lazy.filter { !$0.isEmpty }.map { $0.appending(name).text }
      .first(where: Self.isProgram)
  }

  private static func isProgram(_ file: String) -> Bool {
    var status = stat()
    guard unsafe stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return unsafe access(file, X_OK) == 0
  }
}
