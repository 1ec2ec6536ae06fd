import CleanseFindingReports
import CleanseSupport

/// The directory in which a Debian package is made: its files in `tree`, and in `debian` what its tools read. The permissions
/// are those of the package, whatever the umask.
struct DebianTree {
  private let root: FilePath

  /// Creates the directory.
  ///
  /// - Throws: A ``CommandFailure`` if there can be none.
  init(at root: FilePath) throws(CommandFailure) {
    self.root = root
    try make(root)
  }

  /// Writes a file, and creates the directories that it is in.
  ///
  /// - Throws: A ``CommandFailure`` if it can't be written.
  func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    let file = root.appending(path)
    for directory in FilePath(path).ancestors.reversed() where directory != .working {
      try make(root.appending(directory))
    }
    do throws(SystemError) {
      let draft = try FileDraft(for: file.text, mode: 0o644)
      try draft.finish(bytes)
      try draft.putInPlace(as: file.text)
      guard unsafe chmod(file.cString, 0o644) == 0 else { throw .last }
    } catch {
      throw CommandFailure("can't write \(file): \(error)")
    }
  }

  /// Creates a directory.
  ///
  /// - Throws: A ``CommandFailure`` if there can be none.
  func make(_ directory: String) throws(CommandFailure) { try make(root.appending(directory)) }

  private func make(_ directory: FilePath) throws(CommandFailure) {
    let isMade = unsafe mkdir(directory.cString, 0o755) == 0 || errno == EEXIST
    guard isMade, unsafe chmod(directory.cString, 0o755) == 0 else {
      throw CommandFailure("can't create \(directory): \(SystemError.last)")
    }
  }
}
