import CleanseSupport
internal import FoundationEssentials

/// A new directory for temporary files that nothing else uses.
enum PrivateDirectory {
  /// Creates a directory.
  ///
  /// - Parameter parent: The directory to create it in.
  /// - Returns: Its path; nil if it can't be created.
  static func create(in parent: FilePath) -> FilePath? {
    var path = parent.appending("cleanse-probe-XXXXXX").cString
    guard unsafe mkdtemp(&path) != nil else { return nil }
    return FilePath(bytes: path.dropLast().map { UInt8(bitPattern: $0) })
  }

  /// The directory for temporary files of this process.
  static var parent: FilePath {
    unsafe getenv("TMPDIR").map { unsafe FilePath(String(cString: $0)) } ?? "/tmp"
  }

  /// Removes a directory with all that is in it. No process may change it any longer.
  static func remove(_ directory: FilePath) {
    // Usually it is empty.
    guard unsafe rmdir(directory.cString) != 0 else { return }
    try? FileManager.default.removeItem(atPath: directory.text)
  }
}
