import CleansePluginHost
import CleanseSupport
import CleanseFindingReports

/// A directory that is to be filled with new files.
///
/// `host new` fills a ``ProjectTemplate`` of the installation with the forms of a ``ProjectName`` and the ``ProjectAuthor``;
/// ``NewIntegration`` adds the files of CI to a repository. `host build` finds out how a directory is compiled
/// (``ProjectBuild``, and ``PackageProducts`` for SwiftPM), and copies the result with ``PluginStaging``.
struct NewProject {
  /// The directory, as the user names it.
  let directory: String
  let files: [ProjectTemplate.File]

  /// The paths of the files as the user would name them.
  var paths: [String] { files.map(path(of:)) }

  /// Writes all files, and creates the directories above the project that are missing; nothing that exists is changed, and
  /// after an error nothing is left.
  ///
  /// - Parameter isNew: Whether the directory itself is created, and must not exist.
  /// - Throws: A ``UsageError`` that names what exists, or a ``CommandFailure`` that names what can't be written.
  func write(isNew: Bool) throws {
    var created: [String] = []
    do {
      try checkNothingExists(isNew: isNew)
      for folder in ancestors + (isNew ? [directory] : []) where !Self.exists(folder) {
        try makeDirectory(folder)
        created.append(folder)
      }
      for file in files {
        for folder in parents(of: file.path) where !Self.exists(folder) {
          try makeDirectory(folder)
          created.append(folder)
        }
        let path = path(of: file)
        do throws(SystemError) {
          try FileDraft.create(file.bytes, at: path, mode: file.isExecutable ? 0o755 : 0o644)
        } catch {
          throw Self.failure(path, error)
        }
        created.append(path)
      }
    } catch {
      for path in created.reversed() { unsafe remove(path) }
      throw error
    }
  }

  /// - Throws: A ``UsageError`` if something would be overwritten, or the directory would be in a file. A new directory
  ///   may exist if it is empty, or contains only an empty repository.
  func checkNothingExists(isNew: Bool) throws(UsageError) {
    if let file = ancestors.first(where: { Self.exists($0) && !QueryOperands.isDirectory($0) }) {
      throw UsageError(
        "can't create \(directory): \(file) is not a directory", hints: [Self.otherDirectory],
        command: NewCommand.name)
    }
    let entries = (try? PluginDirectory.entries(of: directory)) ?? []
    let isEmpty =
      QueryOperands.isDirectory(directory) && entries.allSatisfy { $0 == ".git" }
    if isNew, Self.exists(directory), !isEmpty { throw Self.existing(directory) }
    if let path = paths.first(where: Self.exists) { throw Self.existing(path) }
  }

  /// The directories that the project's is in, outermost first, as far as the user names them.
  private var ancestors: [String] { FilePath(directory).prefixes.dropLast().map(\.text) }

  private func path(of file: ProjectTemplate.File) -> String {
    directory == "." ? file.path : FilePath(directory).appending(file.path).text
  }

  /// The directories below the project that a file is in, outermost first.
  private func parents(of path: String) -> [String] {
    FilePath(path).prefixes.dropLast().map { FilePath(directory).appending($0).text }
  }

  private func makeDirectory(_ path: String) throws {
    // The host rejects what other users can change.
    guard unsafe mkdir(path, 0o755) == 0 else { throw Self.failure(path, .last) }
  }

  private static let otherDirectory = "name another directory with --in DIR"

  /// Whether there is a file, a directory or a link at the path.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  private static func failure(_ path: String, _ error: SystemError) -> any Error {
    error.number == EEXIST
      ? existing(path)
      : CommandFailure("can't create \(path): \(error)", hints: [otherDirectory])
  }

  private static func existing(_ path: String) -> UsageError {
    UsageError(
      "\(path) exists already, and is not overwritten",
      hints: ["remove it first if you don't need it"], command: NewCommand.name)
  }
}
