import CleanseSupport
import CleanseFindingReports

/// A plugin or a contract that a build has made, for a plugin directory.
struct BuiltLibrary {
  /// The path in the directory of the build.
  let source: String
  /// The path in the plugin directory.
  let target: String
  let bytes: [UInt8]
  /// Whether the plugin directory has no such file yet.
  let isNew: Bool

  /// - Throws: A ``CommandFailure`` if a file can't be read.
  init(_ source: String, for directory: String) throws(CommandFailure) {
    self.source = source
    target = FilePath(directory).appending(FilePath(source).name).text
    bytes = try Self.bytes(of: source)
    let exists = unsafe access(target, R_OK) == 0
    isNew = try exists ? Self.bytes(of: target) != bytes : true
  }

  /// The name of the file, which is the same in all directories.
  var name: FilePath { FilePath(source).name }

  /// Writes the file next to a path in any directory, to be renamed to it.
  ///
  /// - Throws: A ``CommandFailure`` if it can't be written.
  func draft(for path: String) throws(CommandFailure) -> FileDraft {
    do throws(SystemError) {
      let draft = try FileDraft(for: path, mode: 0o644)
      try draft.finish(bytes)
      return draft
    } catch {
      throw Self.failure(path, error)
    }
  }

  /// Renames a draft.
  static func put(_ draft: FileDraft, at path: String) throws(CommandFailure) {
    try translating(draft.putInPlace(as: path)) { (error: SystemError) in
      failure(path, error)
    }
  }

  private static func failure(_ path: String, _ error: SystemError) -> CommandFailure {
    CommandFailure("can't write \(path): \(error)")
  }

  private static func bytes(of path: String) throws(CommandFailure) -> [UInt8] {
    do throws(FileSourceError) {
      let file = try FileSource(path)
      return try file.read(from: 0, count: file.size)
    } catch {
      throw CommandFailure("\(path) \(error.predicate)")
    }
  }
}
