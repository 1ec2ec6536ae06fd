import CleanseSupport

/// A directory for the temporary files of one process after another, which nothing else uses.
///
/// A file system can take longer to create a directory after another one was removed than a process takes to load a plugin, so
/// the next process gets the same one if nothing is in it.
struct PrivateDirectory {
  private let parent: FilePath?
  private var current: FilePath?

  /// - Parameter parent: The directory to create it in; nil if there is none.
  init(in parent: FilePath?) {
    self.parent = parent
  }

  /// Its path; nil if it can't be created.
  mutating func path() -> FilePath? {
    if current == nil { current = parent.flatMap(Self.create) }
    return current
  }

  /// Removes what a process has left in it. No process may change it any longer.
  mutating func clear() {
    if let current, !Self.isNew(current) { remove() }
  }

  /// Removes it with all that is in it. No process may change it any longer.
  mutating func remove() {
    if let current { Self.remove(current) }
    current = nil
  }

  /// Whether a directory is as it was created.
  private static func isNew(_ directory: FilePath) -> Bool {
    var status = stat()
    return unsafe lstat(directory.cString, &status) == 0 && status.st_mode == S_IFDIR | S_IRWXU
      && (try? Directory.entries(in: directory))?.isEmpty == true
  }

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
  static var ofProcess: FilePath {
    unsafe getenv("TMPDIR").map { unsafe FilePath(String(cString: $0)) } ?? "/tmp"
  }

  /// Removes a directory with all that is in it. No process may change it any longer.
  static func remove(_ directory: FilePath) {
    // Usually it is empty.
    guard unsafe rmdir(directory.cString) != 0 else { return }
    // What a broken disk does not remove is left, and the next process gets another directory.
    try? Directory.removeTree(at: directory)
  }
}
