import CleanseFindingReports
import CleanseSupport

/// Searches for the policy file that applies to a directory.
enum PolicySearch {
  /// A file, or another entry, with the name of the policy file.
  struct Found: Equatable {
    /// The absolute path.
    let path: String
    /// The path relative to the directory where the search started.
    let name: String
  }

  /// Returns the nearest policy file in the directory or its parents, up to one of these.
  ///
  /// Parents that may not be read, such as those of a directory below another user's, are skipped.
  ///
  /// - Parameters:
  ///   - fileName: The name of policy files.
  ///   - directory: The absolute path without symbolic links; nil for no search.
  ///   - last: The absolute path of the last directory that is searched.
  /// - Throws: A ``CommandFailure`` if the directory is unknown or an entry can't be read.
  static func file(
    named fileName: String, from directory: Result<String, SystemError>?, upTo last: String = "/"
  ) throws(CommandFailure) -> Found? {
    guard let directory else { return nil }
    var current: String
    switch directory {
    case .success(let path): current = path
    case .failure(let error):
      throw CommandFailure(
        "can't determine the working directory to search for \(fileName): \(error)",
        hints: [alternatives])
    }
    var prefix = ""
    while true {
      let path = (current == "/" ? "" : current) + "/" + fileName
      var status = stat()
      if unsafe lstat(path, &status) == 0 { return Found(path: path, name: prefix + fileName) }
      let error = SystemError.last
      guard [ENOENT, ENOTDIR, EACCES, ENAMETOOLONG].contains(error.number) else {
        throw CommandFailure(
          "can't determine whether \(path) exists: \(error)", hints: [alternatives])
      }
      guard let slash = current.lastIndex(of: "/"), current != "/", current != last else {
        return nil
      }
      current = slash == current.startIndex ? "/" : String(current[..<slash])
      prefix += "../"
    }
  }

  private static let alternatives =
    "name a file with `--config FILE`, or pass `--no-config` to run without one"

  /// The working directory of this process.
  static func workingDirectory() -> Result<String, SystemError> {
    guard let path = unsafe getcwd(nil, 0) else { return .failure(.last) }
    defer { unsafe free(path) }
    let text = unsafe String(cString: path)
    // The kernel marks a directory that is unreachable from the root with a prefix.
    return text.hasPrefix("/") ? .success(text) : .failure(SystemError(number: ENOENT))
  }
}
