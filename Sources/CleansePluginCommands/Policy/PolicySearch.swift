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
    named fileName: String, from directory: Result<FilePath, SystemError>?, upTo last: String = "/"
  ) throws(CommandFailure) -> Found? {
    guard let directory else { return nil }
    let start = try translating(directory.get()) { (error: SystemError) in
      CommandFailure(
        "can't determine the working directory to search for \(fileName): \(error)")
    }
    var name = FilePath(fileName)
    for folder in [start] + start.ancestors {
      let path = folder.appending(fileName)
      if try exists(path) { return try found(path, name) }
      guard folder != FilePath(last) else { return nil }
      name = FilePath("..").appending(name)
    }
    return nil
  }

  /// Whether there is an entry, so that the search ends.
  private static func exists(_ path: FilePath) throws(CommandFailure) -> Bool {
    var status = stat()
    if unsafe lstat(path.cString, &status) == 0 { return true }
    let error = SystemError.last
    guard [ENOENT, ENOTDIR, EACCES, ENAMETOOLONG].contains(error.number) else {
      throw CommandFailure("can't determine whether \(path) exists: \(error)")
    }
    return false
  }

  /// A file must not be skipped only because a directory on the way to it can't be named.
  private static func found(_ path: FilePath, _ name: FilePath) throws(CommandFailure) -> Found {
    guard let text = path.validText else {
      throw CommandFailure("can't use \(name): its path, \(path), is not valid UTF-8")
    }
    return Found(path: text, name: name.text)
  }

  /// The working directory of this process.
  static func workingDirectory() -> Result<FilePath, SystemError> {
    Result { () throws(SystemError) in try SystemPath.workingDirectory() }
  }
}
